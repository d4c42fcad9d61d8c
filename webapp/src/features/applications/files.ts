import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { numberFormat } from '@/lib/i18n/formats';
import type { DocumentRequest } from './api';

/** Types and endings to offer in the file picker; systems that do not know a type know its endings. */
export const acceptedFiles = 'application/pdf,image/png,image/jpeg,.pdf,.png,.jpg,.jpeg,.jpe,.jfif';

export const largestBytes = 3_000_000;

// `shared/python/portal/messages/file_contents.py` has the same; `tests/corpora/file_types.json` holds both to them.
const signatures = {
  'application/pdf': '%PDF-',
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff',
} as const;
const heic = /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/;

export type FileType = keyof typeof signatures | 'image/heic';

/** The type that the first bytes of a file tell; null for one that the portal does not know. */
export async function getFileType(file: Blob): Promise<FileType | null> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  if (heic.test(start)) return 'image/heic';
  const types = Object.keys(signatures) as (keyof typeof signatures)[];
  return types.find((type) => start.startsWith(signatures[type])) ?? null;
}

/** The reason why the portal does not take a file; null when it does, as far as the browser knows. */
export function getFileProblem(size: number, type: FileType | null): MessageDescriptor | null {
  if (size === 0) return msg`This file is empty. Choose another one`;
  if (type === 'image/heic') {
    return msg`This photo is in the HEIC format. Save it as a JPEG. On an iPhone, set Camera, Formats, Most Compatible and take it again`;
  }
  if (type === null) {
    return msg`This file is not a PDF, PNG or JPEG. Print it to PDF and choose that`;
  }
  if (size <= largestBytes) return null;
  return type === 'application/pdf'
    ? msg`This file is larger than 3 MB. Scan it at 150 dpi or divide it`
    : msg`This photo is larger than 3 MB, and this browser cannot make it smaller. Choose a smaller size`;
}

/** The request that adds a file. */
export async function requestOf(code: string, name: string, content: Blob): Promise<DocumentRequest> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(content);
  });
  return { code, name, content: address.slice(address.indexOf(',') + 1) };
}

/** A size as people say it. */
export function sizeInWords(bytes: number, locale: string): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const maximumFractionDigits = size < 10 ? 1 : 0;
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(size);
}
