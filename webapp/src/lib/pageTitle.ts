import { createStore } from './store';

const title = createStore(() => ({ page: document.title, prefix: '' }));

function show(page: string, prefix: string): void {
  title.set({ page, prefix });
  document.title = prefix + page;
}

/** The title of the page shown, without what stands before it. */
export function pageTitle(): string {
  return title.current().page;
}

/** Names the page in the browser's title. */
export function setPageTitle(page: string): void {
  show(page, title.current().prefix);
}

/** Puts something before every page's title, such as '(3) '; nothing with an empty text. */
export function setTitlePrefix(text: string): void {
  show(title.current().page, text);
}
