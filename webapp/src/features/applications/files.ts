import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { numberFormat } from '@/lib/i18n/formats';
import type { DocumentRequest } from './api';

type ContentType = DocumentRequest['contentType'];

/** What a portal takes as a document. */
export const contentTypes: readonly ContentType[] = ['application/pdf', 'image/png', 'image/jpeg'];
const largestBytes = 3_000_000;
const longestName = 120;

/** Why a file cannot be added, as far as the browser knows; null when it can. */
export function problemWithFile({ size, type }: Pick<File, 'size' | 'type'>): MessageDescriptor | null {
  if (!contentTypes.some((known) => known === type)) return msg`Choose a PDF, a PNG or a JPEG file`;
  if (size === 0) return msg`This file is empty. Choose another one`;
  if (size > largestBytes) return msg`This file is larger than 3 MB. Choose a smaller one`;
  return null;
}

/** A name that the portal takes: without its path, and cut before its ending when it is too long. */
export function nameOfFile(name: string): string {
  const plain = name.replace(/^.*[/\\]/, '');
  if (plain.length <= longestName) return plain;
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, longestName - ending.length) + ending;
}

/** The request that adds a file whose kind is one that the portal takes. */
export async function requestOf(code: string, file: File): Promise<DocumentRequest> {
  const contentType = contentTypes.find((known) => known === file.type);
  if (!contentType) throw new Error('a file of another kind was taken for a document');
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
  return { code, name: nameOfFile(file.name), contentType, content: address.slice(address.indexOf(',') + 1) };
}

/** A size as people say it. */
export function sizeInWords(bytes: number, locale: string): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const maximumFractionDigits = size < 10 ? 1 : 0;
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(size);
}
