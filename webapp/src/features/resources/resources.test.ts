import { describe, expect, it } from 'vitest';
import costs from '../../../../shared/data/startup_costs.json';
import rules from '../../../../shared/data/name_rules.json';
import collected from '../../../../infrastructure/checks/facts/collected_from.json';
import { responsibilities, topics } from './resources';

const facts = JSON.stringify([costs, rules, collected]);
const resources = topics.flatMap((topic) => topic.resources);

describe('the official pages', () => {
  it.each(resources.map(({ address }) => address))('%s is one that a source names', (address) => {
    expect(facts).toContain(address.replace('https://', ''));
    expect(new URL(address).hostname).toMatch(/(^|\.)(azcc|azdor|az)\.gov$/);
  });

  it('come with the agencies that take a fee, with a link where an official page says the amount', () => {
    expect(responsibilities.map(({ agency }) => agency)).toContain('Arizona Secretary of State');
    const fees = responsibilities.flatMap((each) => each.fees);
    expect(fees.every(({ label }) => label.es)).toBe(true);
    expect(fees.find(({ code }) => code === 'tpt')?.address).toBe(
      'https://azdor.gov/transaction-privilege-tax/tpt-license',
    );
    expect(fees.find(({ code }) => code === 'acc-llc')?.address).toBeNull();
  });
});
