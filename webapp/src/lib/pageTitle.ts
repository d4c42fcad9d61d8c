let page = document.title;
let prefix = '';

function show(): void {
  document.title = prefix + page;
}

/** The title of the page shown, without what stands before it. */
export function pageTitle(): string {
  return page;
}

/** Names the page in the browser's title. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Puts something before every page's title, such as '(3) '; nothing with an empty text. */
export function setTitlePrefix(text: string): void {
  prefix = text;
  show();
}
