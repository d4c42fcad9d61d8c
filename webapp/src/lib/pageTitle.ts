import { createStore } from './store';

interface Title {
  page: string;
  /** The prefix of the title, such as 'Error: ' while a form shows errors. */
  error: string;
}

const title = createStore<Title>(() => ({ page: document.title, error: '' }));

function show(change: Partial<Title>): void {
  const { page, error } = { ...title.current(), ...change };
  title.set({ page, error });
  document.title = error + page;
}

/** Returns the title of the page without the prefix. */
export function getPageTitle(): string {
  return title.current().page;
}

/** Sets the title of the page in the browser. */
export function setPageTitle(page: string): void {
  show({ page });
}

/** Sets the prefix of the title, such as 'Error: '; an empty text removes it. */
export function setTitleError(error: string): void {
  show({ error });
}
