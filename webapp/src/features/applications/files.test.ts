import { expect, it } from 'vitest';
import examples from '../../../../tests/corpora/file_types.json';
import { getFileProblem, getFileType, requestOf, sizeInWords } from './files';

it.each(examples)('finds the type of a file by its first bytes: $file', async ({ start, type }) => {
  const bytes = Uint8Array.from(start.match(/../g) ?? [], (each) => Number.parseInt(each, 16));
  expect(await getFileType(new Blob([bytes], { type: '' }))).toBe(type);
});

it.each([
  ['application/pdf', 3_000_000, null],
  ['image/png', 1, null],
  ['image/jpeg', 3_000_000, null],
  ['application/pdf', 3_000_001, /larger than 3 MB. Scan it/],
  ['image/jpeg', 3_000_001, /larger than 3 MB, and this browser/],
  ['image/heic', 10, /HEIC format/],
  [null, 10, /not a PDF, PNG or JPEG/],
  [null, 0, /empty/],
] as const)('tells what to do about a file of type %j with %d bytes: %s', (type, size, problem) => {
  const found = getFileProblem(size, type)?.message;
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

it('sends a file in base64', async () => {
  const content = new Blob([new Uint8Array([37, 80, 68, 70])]);
  expect(await requestOf('PLAN', 'plan.pdf', content)).toEqual({
    code: 'PLAN',
    name: 'plan.pdf',
    content: 'JVBERg==',
  });
});

it('says a size', () => {
  expect(sizeInWords(2_400, 'en')).toBe('2.4 kB');
  expect(sizeInWords(1_250_000, 'es')).toBe('1,3 MB');
});
