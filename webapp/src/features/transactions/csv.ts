import { readTransactionsAs } from './api';
import { queryOf, type Filters } from './filters';

export const csvMediaType = 'text/csv';

export interface CsvFile {
  text: string;
  filename: string;
  /** Asks for the file with the next ones; null when everything is in this one. */
  nextToken: string | null;
}

/** The name that the portal gives the file. */
function filenameIn(disposition: string | undefined): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'transactions.csv';
}

/** The token in the address that the header `Link` gives for what comes next. */
function nextTokenIn(link: string | undefined): string | null {
  const address = /<([^>]*)>; *rel="?next"?/.exec(link ?? '')?.[1];
  return address ? new URL(address, window.location.origin).searchParams.get('nextToken') : null;
}

/** By this spreadsheets know UTF-8. The portal's file begins with it; reading it as text takes it away. */
const byteOrderMark = '\uFEFF';

/** Everything that the filters let through, as the portal's own file; very long histories come in several. */
export async function csvOf(filters: Filters, nextToken: string | null): Promise<CsvFile> {
  const { text, headers } = await readTransactionsAs(csvMediaType, {
    ...queryOf(filters),
    ...(nextToken && { nextToken }),
  });
  return {
    text: byteOrderMark + text,
    filename: filenameIn(headers['content-disposition']),
    nextToken: nextTokenIn(headers.link),
  };
}
