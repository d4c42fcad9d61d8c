import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { formatList } from '@/lib/i18n/names';
import { Alert } from '@/components/Alert';
import type { PlannedBusiness } from '@/components/businesses/usePlannedBusiness';
import type { BusinessValues } from './businesses';

interface PlanNoticeProps {
  planned: PlannedBusiness | null;
  values: BusinessValues;
}

/** Says which answers of the form are those of the plan, as long as there are any. */
export function PlanNotice({ planned, values }: PlanNoticeProps) {
  const { t, i18n } = useLingui();
  if (!planned) return null;
  const words = { name: t`name`, entityType: t`business structure`, countyId: t`county` };
  const same = (['name', 'entityType', 'countyId'] as const).filter(
    (field) => planned[field] !== '' && planned[field] === values[field],
  );
  if (same.length === 0) return null;
  const list = formatList(
    same.map((field) => words[field]),
    i18n.locale,
  );
  const savedAt = planned.savedAt && formatMoment(planned.savedAt, i18n.locale);
  return (
    <Alert kind="info">
      <p>
        {savedAt ? (
          <Trans>
            Filled in from <Link to={paths.businessPlan}>your plan</Link>, saved in your account on {savedAt}:{' '}
            {list}. You can change it here. The plan stays the same.
          </Trans>
        ) : (
          <Trans>
            Filled in from <Link to={paths.businessPlan}>your plan</Link> in this browser: {list}. You can
            change it here. The plan stays the same.
          </Trans>
        )}
      </p>
    </Alert>
  );
}
