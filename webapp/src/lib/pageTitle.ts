import { createStore } from './store';

interface Title {
  page: string;
  /** Such as 'Error: ' while a refused form shows why. */
  error: string;
}

const title = createStore<Title>(() => ({ page: document.title, error: '' }));

function show(change: Partial<Title>): void {
  const { page, error } = { ...title.current(), ...change };
  title.set({ page, error });
  document.title = error + page;
}

/** The title of the page shown, without the error before it. */
export function getPageTitle(): string {
  return title.current().page;
}

/** Names the page in the browser's title. */
export function setPageTitle(page: string): void {
  show({ page });
}

/** Sets the text before the title, such as 'Error: '; an empty text removes it. */
export function setTitleError(error: string): void {
  show({ error });
}
