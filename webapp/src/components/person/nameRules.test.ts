import { describe, expect, it } from 'vitest';
import examples from '../../../../tests/corpora/person_names.json';
import { cleanName, findNameFault } from './nameRules';

describe('the name rules with the examples of the server', () => {
  it.each(examples.accepted)('accepts %j', (name) => {
    expect(findNameFault(cleanName(name))).toBeNull();
  });

  it.each(examples.cleaned)('cleans $typed to $kept', ({ typed, kept }) => {
    expect(cleanName(typed)).toBe(kept);
    expect(findNameFault(kept)).toBeNull();
  });

  it.each(examples.refused)('refuses $name: $fault', ({ name, fault }) => {
    expect(findNameFault(cleanName(name))).toBe(fault);
  });
});
