import { createStore } from './store';

interface Title {
  page: string;
  /** Such as '(3) ' for what is unread. */
  prefix: string;
  /** Such as 'Error: ' while a refused form shows why. */
  error: string;
}

const title = createStore<Title>(() => ({ page: document.title, prefix: '', error: '' }));

function show(change: Partial<Title>): void {
  const { page, prefix, error } = { ...title.current(), ...change };
  title.set({ page, prefix, error });
  document.title = error + prefix + page;
}

/** The title of the page shown, without what stands before it. */
export function pageTitle(): string {
  return title.current().page;
}

/** Names the page in the browser's title. */
export function setPageTitle(page: string): void {
  show({ page });
}

/** Puts something before every page's title, such as '(3) '; nothing with an empty text. */
export function setTitlePrefix(prefix: string): void {
  show({ prefix });
}

/** Puts something before everything else of the title, such as 'Error: '; nothing with an empty text. */
export function setTitleError(error: string): void {
  show({ error });
}
