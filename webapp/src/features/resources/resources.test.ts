import { describe, expect, it } from 'vitest';
import costs from '../../../../shared/data/startup_costs.json';
import rules from '../../../../shared/data/name_rules.json';
import { responsibilities, topics } from './resources';

const facts = JSON.stringify([costs, rules]);
const resources = topics.flatMap((topic) => topic.resources);

describe('the official pages', () => {
  it.each(resources.map(({ address, source }) => [address, source]))(
    '%s is one that a source names',
    (address, source) => {
      expect(facts).toContain(address.replace('https://', ''));
      expect(new URL(address).hostname).toMatch(/(^|\.)(azcc|azdor|az)\.gov$/);
      expect(source).not.toBe('');
    },
  );

  it('come with the agencies that take a fee, each with a source for each', () => {
    expect(responsibilities.map(({ agency }) => agency)).toContain('Arizona Secretary of State');
    for (const { fees } of responsibilities)
      for (const { label, source } of fees) {
        expect(source).not.toBe('');
        expect(label.es).toBeTruthy();
      }
  });
});
