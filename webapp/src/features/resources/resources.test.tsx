import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import collected from '../../../../infrastructure/checks/facts/collected_from.json';
import { responsibilities, topics } from './resources';

/** The data files whole: pages get less of them. */
const readData = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../shared/data', name), 'utf8');

const facts = readData('startup_costs.json') + readData('name_rules.json') + JSON.stringify(collected);
const resources = topics.flatMap((topic) => topic.resources);

describe('the official pages', () => {
  it.each(resources.map(({ address }) => address))('%s is one that a source names', (address) => {
    expect(facts).toContain(address.replace('https://', ''));
    expect(new URL(address).hostname).toMatch(/(^|\.)(azcc|azdor|az)\.gov$/);
  });

  it('come with the names of their agencies in Spanish', () => {
    expect(resources.map(({ agency }) => agency.es)).toContain('Comisión de Corporaciones de Arizona');
    for (const { agency } of [...resources, ...responsibilities]) {
      expect(agency.es).not.toBe(agency.en);
      expect(agency.es).toBeTruthy();
    }
  });

  it('show no English name of an agency to people who read Spanish', async () => {
    localStorage.setItem('saguaro.language', 'es');
    await renderApp('/businessapplications/plan/resources');
    expect(await screen.findAllByText('Comisión de Corporaciones de Arizona')).not.toEqual([]);
    expect(
      screen.queryByText(/^(Arizona|Internal) .*(Board|Commission|Contractors|Revenue|Service|State)$/),
    ).toBeNull();
  });

  it('come with the agencies that take a fee, with a link where an official page says the amount', () => {
    expect(responsibilities.map(({ agency }) => agency.en)).toContain('Arizona Secretary of State');
    const fees = responsibilities.flatMap((each) => each.fees);
    expect(fees.every(({ label }) => label.es)).toBe(true);
    expect(fees.find(({ code }) => code === 'tpt')?.address).toBe(
      'https://azdor.gov/transaction-privilege-tax/tpt-license',
    );
    expect(fees.find(({ code }) => code === 'acc-corp')?.address).toBeNull();
  });
});
