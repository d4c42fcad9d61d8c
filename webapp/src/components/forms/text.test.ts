import { describe, expect, it } from 'vitest';
import examples from '../../../../tests/corpora/typed_text.json';
import { cleanText, foldSigns, removeSeparators } from './text';

describe('typed text, by the examples shared with the server', () => {
  it.each(examples.text)('keeps $typed as $kept', ({ typed, kept }) => {
    expect(cleanText(typed)).toBe(kept);
    expect(cleanText(kept)).toBe(kept);
  });

  it.each(examples.signs)('folds $typed to $kept', ({ typed, kept }) => {
    expect(foldSigns(typed)).toBe(kept);
  });

  const otherScriptExamples = /[^\P{Nd}0-9]/u;
  it.each(examples.digits.filter(({ typed }) => !otherScriptExamples.test(typed)))(
    'reads $typed as $kept',
    ({ typed, kept }) => {
      expect(removeSeparators(typed)).toBe(kept);
    },
  );
});
