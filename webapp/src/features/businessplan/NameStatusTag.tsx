import { useLingui } from '@lingui/react/macro';
import { statusLabels } from './nameLabels';
import type { NameStatus } from './names';

/** Whose names still block others is in the verdict; here the looks only tell what lives from what has ended. */
const living: readonly NameStatus[] = ['active', 'registered'];
const between: readonly NameStatus[] = ['reserved', 'pendingAdministrativeDissolution'];

/** What became of a name, in words. */
export function NameStatusTag({ status }: { status: NameStatus }) {
  const { t } = useLingui();
  const kind = living.includes(status) ? 'good' : between.includes(status) ? 'open' : 'ended';
  return <span className={`tag tag--${kind}`}>{t(statusLabels[status])}</span>;
}
