/** Fetches a file from an address that answers with something to keep; the page stays where it is. */
export function openDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noopener noreferrer';
  link.click();
}
