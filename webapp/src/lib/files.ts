import { getNumberFormat } from './i18n/formats';

/** The types and extensions to offer in the file picker; systems that do not know a type know its extensions. */
export const acceptedFiles = 'application/pdf,image/png,image/jpeg,.pdf,.png,.jpg,.jpeg,.jpe,.jfif';

/** The portal makes all other checks of a file. */
export const largestBytes = 3_000_000;

/** Returns the content of a file in base64. */
export async function readAsBase64(content: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(content);
  });
  return address.slice(address.indexOf(',') + 1);
}

/** Formats a size for people. */
export function formatFileSize(bytes: number, locale: string): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const maximumFractionDigits = size < 10 ? 1 : 0;
  return getNumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(size);
}
