import { describe, expect, it } from 'vitest';
import examples from '../../../../tests/corpora/person_names.json';
import { cleanName, findNameFault } from './nameRules';

describe('the rule for names, by the examples that the server is held to', () => {
  it.each(examples.accepted)('accepts %j', (name) => {
    expect(findNameFault(cleanName(name))).toBeNull();
  });

  it.each(examples.cleaned)('keeps $typed as $kept', ({ typed, kept }) => {
    expect(cleanName(typed)).toBe(kept);
    expect(findNameFault(kept)).toBeNull();
  });

  it.each(examples.refused)('refuses $name for its reason', ({ name, fault }) => {
    expect(findNameFault(cleanName(name))).toBe(fault);
  });
});
