import { Trans } from '@lingui/react/macro';
import type { AgencyAccount } from './api';

/** Shows if the person's account at the agency is linked. */
export function AccountState({ account }: { account: AgencyAccount }) {
  return account.state === 'linked' ? (
    <span className="tag tag--good">
      <Trans>Linked</Trans>
    </span>
  ) : (
    <span className="tag tag--open">
      <Trans>Not linked</Trans>
    </span>
  );
}
