import { expect, it } from 'vitest';
import { requestOf, sizeInWords } from './files';

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
