import { readTransactionsAs } from './api';
import { buildQuery, type Filters } from './filters';

export const csvMediaType = 'text/csv';

export interface CsvFile {
  text: string;
  filename: string;
  /** The token for the next file; null if this is the last one. */
  nextToken: string | null;
}

/** Parses the file name from the header `Content-Disposition`. */
function parseFilename(disposition: string | undefined): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'transactions.csv';
}

/** Parses the token of the next file from the header `Link`. */
function parseNextToken(link: string | undefined): string | null {
  const address = /<([^>]*)>; *rel="?next"?/.exec(link ?? '')?.[1];
  return address ? new URL(address, window.location.origin).searchParams.get('nextToken') : null;
}

/** Marks UTF-8 for spreadsheets. Reading the portal's file as text removed it. */
const byteOrderMark = '\uFEFF';

/** Fetches the filtered transactions as a CSV file; a very long history has several files. */
export async function fetchCsv(filters: Filters, nextToken: string | null): Promise<CsvFile> {
  const { text, headers } = await readTransactionsAs(csvMediaType, {
    ...buildQuery(filters),
    ...(nextToken && { nextToken }),
  });
  return {
    text: byteOrderMark + text,
    filename: parseFilename(headers['content-disposition']),
    nextToken: parseNextToken(headers.link),
  };
}
