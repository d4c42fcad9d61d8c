import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import costs from '../../../../shared/data/startup_costs.json';

/** An agency's page that is named in the portal's sources. */
export interface Resource {
  address: string;
  agency: string;
  about: MessageDescriptor;
}

export interface Topic {
  title: MessageDescriptor;
  resources: readonly Resource[];
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
        about: msg`When one name is different enough from another`,
      },
      {
        address: 'https://azcc.gov/corporations/naming-policy',
        agency: commission,
        about: msg`Which endings a name needs, and which words need approval`,
      },
      {
        address: 'https://roc.az.gov/name-availability',
        agency: 'Arizona Registrar of Contractors',
        about: msg`Contractor names`,
      },
    ],
  },
  {
    title: msg`Filing`,
    resources: [
      {
        address: 'https://arizonabusinesscenter.azcc.gov',
        agency: commission,
        about: msg`Arizona Business Center, where you file a company`,
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
      },
    ],
  },
];

/** An agency and its fees; `address` is the page that says an amount, null without one. */
export interface Responsibility {
  agency: string;
  fees: readonly { code: string; label: Readonly<Record<string, string>>; address: string | null }[];
}

const feeLines = costs.lines.filter(({ isGovernmentFee }) => isGovernmentFee);

/** The agencies with fees. Fees without a single agency are only in the estimator. */
export const responsibilities: readonly Responsibility[] = [
  ...new Set(feeLines.flatMap(({ agency }) => (agency === null ? [] : [agency]))),
].map((agency) => ({
  agency,
  fees: feeLines
    .filter((line) => line.agency === agency)
    .map(({ code, fees, label }) => ({ code, label, address: fees.at(-1)?.sourceUrl ?? null })),
}));
