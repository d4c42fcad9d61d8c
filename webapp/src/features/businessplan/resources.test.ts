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
      const [, id] = /^[a-z_]+\.json, ([a-z0-9-]+)/.exec(source) ?? [];
      expect([...rules.rules.map((rule) => rule.id), ...costs.lines.map((line) => line.code)]).toContain(id);
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
