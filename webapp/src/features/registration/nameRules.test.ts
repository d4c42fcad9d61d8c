import { describe, expect, it } from 'vitest';
import examples from '../../../../tests/corpora/person_names.json';
import { nameFault, nameProblem } from './nameRules';

describe('the rule for names, by the examples that the server is held to', () => {
  it.each(examples.accepted)('accepts %j', (name) => {
    expect(nameFault(name)).toBeNull();
  });

  it.each(examples.refused)('refuses $name for its reason', ({ name, fault }) => {
    expect(nameFault(name)).toBe(fault);
  });

  it('counts characters as the server does', () => {
    const say = ({ message }: { message?: string | undefined }) => message ?? '';
    expect(nameProblem('𠮷'.repeat(80), say)).toBeNull();
    expect(nameProblem('N'.repeat(81), say)).toBe('Enter at most 80 characters.');
  });
});
