import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import rules from '../../../../shared/data/name_rules.json';
import costs from '../../../../shared/data/startup_costs.json';

/** An agency's page that is named in the portal's sources. */
export interface Resource {
  address: string;
  agency: string;
  about: MessageDescriptor;
  /** The source that names the page. */
  source: string;
}

export interface Topic {
  title: MessageDescriptor;
  resources: readonly Resource[];
}

/** Returns the source of a name rule. */
function getRuleSource(id: string): string {
  return rules.rules.find((rule) => rule.id === id)?.source ?? '';
}

/** Returns the source of a line's newest fee. */
function getFeeSource(code: string): string {
  return costs.lines.find((line) => line.code === code)?.fees.at(-1)?.source ?? '';
}

const commission = 'Arizona Corporation Commission';

/** Pages by topic. Only those named in shared/data (name rules and fees). */
export const topics: readonly Topic[] = [
  {
    title: msg`Your name`,
    resources: [
      {
        address: 'https://azcc.gov/corporations/determining-distinguishability',
        agency: commission,
        about: msg`When a name can be told apart from another`,
        source: getRuleSource('std-1'),
      },
      {
        address: 'https://azcc.gov/corporations/naming-policy',
        agency: commission,
        about: msg`Which endings a name needs, and which words need an approval`,
        source: getRuleSource('des-corp'),
      },
      {
        address: 'https://roc.az.gov/name-availability',
        agency: 'Arizona Registrar of Contractors',
        about: msg`Names of contractors`,
        source: getRuleSource('res-6'),
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
        source: getRuleSource('st-6'),
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
        source: getFeeSource('tpt'),
      },
    ],
  },
];

/** An agency and its fees, as our sources say. */
export interface Responsibility {
  agency: string;
  fees: readonly { code: string; label: Readonly<Record<string, string>>; source: string }[];
}

const feeLines = costs.lines.filter(({ isGovernmentFee }) => isGovernmentFee);

/** The agencies with fees. Fees without a single agency are only in the estimator. */
export const responsibilities: readonly Responsibility[] = [
  ...new Set(feeLines.flatMap(({ agency }) => (agency === null ? [] : [agency]))),
].map((agency) => ({
  agency,
  fees: feeLines
    .filter((line) => line.agency === agency)
    .map(({ code, label }) => ({ code, label, source: getFeeSource(code) })),
}));
