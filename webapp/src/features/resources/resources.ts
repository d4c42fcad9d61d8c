import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { lines } from '../../../../shared/data/startup_costs.json';

type Wordings = Readonly<Record<string, string>>;

/** An agency's page from the portal's sources. */
export interface Resource {
  address: string;
  agency: Wordings;
  about: MessageDescriptor;
}

export interface Topic {
  title: MessageDescriptor;
  resources: readonly Resource[];
}

const feeLines = lines.filter(({ isGovernmentFee }) => isGovernmentFee);

/** The agencies with fees, by their English names. */
const agencies: Readonly<Record<string, Wordings>> = Object.fromEntries(
  feeLines.flatMap(({ agency }) => (agency ? [[agency.en, agency]] : [])),
);

/** Returns the names of an agency in the fee table. */
const getAgency = (name: string): Wordings => agencies[name] ?? { en: name };

/** Pages by topic. Only those named in shared/data (name rules and fees). */
export const topics: readonly Topic[] = [
  {
    title: msg`Your name`,
    resources: [
      {
        address: 'https://azcc.gov/corporations/determining-distinguishability',
        agency: getAgency('Arizona Corporation Commission'),
        about: msg`When one name is different enough from another`,
      },
      {
        address: 'https://azcc.gov/corporations/naming-policy',
        agency: getAgency('Arizona Corporation Commission'),
        about: msg`Which endings a name needs, and which words need approval`,
      },
      {
        address: 'https://roc.az.gov/name-availability',
        agency: getAgency('Arizona Registrar of Contractors'),
        about: msg`Contractor names`,
      },
    ],
  },
  {
    title: msg`Filing`,
    resources: [
      {
        address: 'https://arizonabusinesscenter.azcc.gov',
        agency: getAgency('Arizona Corporation Commission'),
        about: msg`Arizona Business Center, where you file a company`,
      },
    ],
  },
  {
    title: msg`Taxes`,
    resources: [
      {
        address: 'https://azdor.gov/transaction-privilege-tax/tpt-license',
        agency: getAgency('Arizona Department of Revenue'),
        about: msg`The license for transaction privilege tax`,
      },
    ],
  },
];

/** An agency and its fees; `address` is the page with the amount, or null. */
export interface Responsibility {
  agency: Wordings;
  fees: readonly { code: string; label: Wordings; address: string | null }[];
}

/** The agencies with fees. Fees without a single agency are only in the estimator. */
export const responsibilities: readonly Responsibility[] = Object.entries(agencies).map(([name, agency]) => ({
  agency,
  fees: feeLines
    .filter((line) => line.agency?.en === name)
    .map(({ code, fees, label }) => ({ code, label, address: fees.at(-1)?.sourceUrl ?? null })),
}));
