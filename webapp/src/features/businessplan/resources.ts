import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import rules from '../../../../shared/data/name_rules.json';
import costs from '../../../../shared/data/startup_costs.json';

/** A page of an agency that the portal's own sources name. */
export interface Resource {
  address: string;
  agency: string;
  about: MessageDescriptor;
  /** Where the portal knows it from. */
  source: string;
}

export interface Topic {
  title: MessageDescriptor;
  resources: readonly Resource[];
}

/** Where a rule of names is from. */
function sourceOfRule(id: string): string {
  return rules.rules.find((rule) => rule.id === id)?.source ?? '';
}

/** Where the newest fee of a line is from. */
function sourceOfFee(code: string): string {
  return costs.lines.find((line) => line.code === code)?.fees.at(-1)?.source ?? '';
}

const commission = 'Arizona Corporation Commission';

/** Only what shared/data names: the rules of names and the fees. */
export const topics: readonly Topic[] = [
  {
    title: msg`Your name`,
    resources: [
      {
        address: 'https://azcc.gov/corporations/determining-distinguishability',
        agency: commission,
        about: msg`When a name can be told apart from another`,
        source: sourceOfRule('std-1'),
      },
      {
        address: 'https://azcc.gov/corporations/naming-policy',
        agency: commission,
        about: msg`Which endings a name needs, and which words need an approval`,
        source: sourceOfRule('des-corp'),
      },
      {
        address: 'https://roc.az.gov/name-availability',
        agency: 'Arizona Registrar of Contractors',
        about: msg`Names of contractors`,
        source: sourceOfRule('res-6'),
      },
    ],
  },
  {
    title: msg`Filing`,
    resources: [
      {
        address: 'https://arizonabusinesscenter.azcc.gov',
        agency: commission,
        about: msg`Arizona Business Center, where companies are filed`,
        source: sourceOfRule('st-6'),
      },
    ],
  },
  {
    title: msg`Taxes`,
    resources: [
      {
        address: 'https://azdor.gov/transaction-privilege-tax/tpt-license',
        agency: 'Arizona Department of Revenue',
        about: msg`The license for transaction privilege tax`,
        source: sourceOfFee('tpt'),
      },
    ],
  },
];

/** What an agency takes a fee for, by what our sources say. */
export interface Responsibility {
  agency: string;
  fees: readonly { code: string; label: Readonly<Record<string, string>>; source: string }[];
}

const feeLines = costs.lines.filter(({ isGovernmentFee }) => isGovernmentFee);

/** The agencies that take a fee, with what each is for; fees of no single agency are left to the estimator. */
export const responsibilities: readonly Responsibility[] = [
  ...new Set(feeLines.flatMap(({ agency }) => (agency === null ? [] : [agency]))),
].map((agency) => ({
  agency,
  fees: feeLines
    .filter((line) => line.agency === agency)
    .map(({ code, label }) => ({ code, label, source: sourceOfFee(code) })),
}));
