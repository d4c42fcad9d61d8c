import { useLingui } from '@lingui/react/macro';
import { statusLabels } from './labels';
import type { NameStatus } from './api';

/** Statuses shown as current. The tag's color says nothing about conflicts; the verdict does. */
const current: readonly NameStatus[] = ['active', 'registered'];
/** Statuses shown as neither current nor ended. */
const pending: readonly NameStatus[] = ['reserved', 'pending', 'pendingAdministrativeDissolution'];

/** Shows the status of a name. */
export function NameStatusTag({ status }: { status: NameStatus }) {
  const { t } = useLingui();
  const kind = current.includes(status) ? 'good' : pending.includes(status) ? 'open' : 'ended';
  return <span className={`tag tag--${kind}`}>{t(statusLabels[status])}</span>;
}
