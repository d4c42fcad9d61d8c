import { expect, it } from 'vitest';
import { nameOfFile, problemWithFile, requestOf, sizeInWords } from './files';

it.each([
  ['application/pdf', 3_000_000, null],
  ['image/png', 1, null],
  ['application/pdf', 3_000_001, 'This file is larger than 3 MB. Choose a smaller one'],
  ['application/pdf', 0, 'This file is empty. Choose another one'],
  ['text/html', 10, 'Choose a PDF, a PNG or a JPEG file'],
  ['', 10, 'Choose a PDF, a PNG or a JPEG file'],
])('takes a file of kind %j with %d bytes: %j', (type, size, problem) => {
  expect(problemWithFile({ type, size })?.message ?? null).toBe(problem);
});

it('names a file without its path, and no longer than the portal takes', () => {
  expect(nameOfFile('C:\\fakepath\\plan.pdf')).toBe('plan.pdf');
  const long = nameOfFile(`${'a'.repeat(300)}.pdf`);
  expect(long).toHaveLength(120);
  expect(long).toMatch(/a\.pdf$/);
});

it('sends a file in base64', async () => {
  const file = new File([new Uint8Array([37, 80, 68, 70])], 'plan.pdf', { type: 'application/pdf' });
  expect(await requestOf('PLAN', file)).toEqual({
    code: 'PLAN',
    name: 'plan.pdf',
    contentType: 'application/pdf',
    content: 'JVBERg==',
  });
});

it('says a size', () => {
  expect(sizeInWords(2_400, 'en')).toBe('2.4 kB');
  expect(sizeInWords(1_250_000, 'es')).toBe('1,3 MB');
});
