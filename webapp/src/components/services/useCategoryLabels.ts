import { useLingui } from '@lingui/react/macro';
import type { Agency } from '@/lib/connections/subscriptions';
import type { Category } from './catalog';

/** Returns the labels of service categories and agency kinds. */
export function useCategoryLabels(): {
  category: Record<Category, string>;
  kind: Record<Agency['kind'], string>;
} {
  const { t } = useLingui();
  return {
    category: {
      vehicles: t`Vehicles`,
      licences: t`Licenses and permits`,
      taxes: t`Taxes`,
      benefits: t`Benefits`,
      voting: t`Voting`,
      recreation: t`Recreation`,
      utilities: t`Utilities`,
      business: t`Business`,
      other: t`Other`,
    },
    kind: { state: t`State agency`, county: t`County`, municipality: t`City or town` },
  };
}
