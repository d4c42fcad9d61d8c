import { expect, it } from 'vitest';
import { readAsBase64, formatFileSize } from './files';

it('reads a file as base64', async () => {
  expect(await readAsBase64(new Blob([new Uint8Array([37, 80, 68, 70])]))).toBe('JVBERg==');
});

it('formats a size', () => {
  expect(formatFileSize(2_400, 'en')).toBe('2.4 kB');
  expect(formatFileSize(1_250_000, 'es')).toBe('1.3 MB');
});
