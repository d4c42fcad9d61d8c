import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import collected from '../../../../infrastructure/checks/facts/collected_from.json';
import { responsibilities, topics } from './resources';

/** Reads a whole data file; pages get only parts of it. */
const readData = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../shared/data', name), 'utf8');

const facts = readData('startup_costs.json') + readData('name_rules.json') + JSON.stringify(collected);
const resources = topics.flatMap((topic) => topic.resources);

describe('the official pages', () => {
  it.each(resources.map(({ address }) => address))('%s is named by a source', (address) => {
    expect(facts).toContain(address.replace('https://', ''));
    expect(new URL(address).hostname).toMatch(/(^|\.)(azcc|azdor|az)\.gov$/);
  });

  it('have the names of their agencies in Spanish', () => {
    expect(resources.map(({ agency }) => agency.es)).toContain('Comisión de Corporaciones de Arizona');
    for (const { agency } of [...resources, ...responsibilities]) {
      expect(agency.es).not.toBe(agency.en);
      expect(agency.es).toBeTruthy();
    }
  });

  it('show no English agency names in Spanish', async () => {
    localStorage.setItem('saguaro.language', 'es');
    await renderApp('/businessapplications/plan/resources');
    expect(await screen.findAllByText('Comisión de Corporaciones de Arizona')).not.toEqual([]);
    expect(
      screen.queryByText(/^(Arizona|Internal) .*(Board|Commission|Contractors|Revenue|Service|State)$/),
    ).toBeNull();
  });

  it('list the agencies with fees, with a link if an official page has the amount', () => {
    expect(responsibilities.map(({ agency }) => agency.en)).toContain('Arizona Secretary of State');
    const fees = responsibilities.flatMap((each) => each.fees);
    expect(fees.every(({ label }) => label.es)).toBe(true);
    expect(fees.find(({ code }) => code === 'tpt')?.address).toBe(
      'https://azdor.gov/transaction-privilege-tax/tpt-license',
    );
    expect(fees.find(({ code }) => code === 'acc-corp')?.address).toBeNull();
  });
});
