import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import {
  disconnect,
  useRefreshSubscriptions,
  type Identity,
  type Subscription,
} from '@/lib/connections/subscriptions';
import { ApiError } from '@/lib/api/errors';
import { useDialogs } from '../dialogs/dialogs';
import { showToast } from '../toasts/toasts';

/**
 * Asks for confirmation, ends the connection with a record (or with a service without records), and shows a toast.
 * Returns true if the connection has ended.
 */
export function useDisconnect(): (subscription: Subscription, identity: Identity | null) => Promise<boolean> {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const readAgain = useRefreshSubscriptions();

  return useCallback(
    async (subscription, identity) => {
      const service = subscription.service.name;
      const agency = subscription.service.agency.name;
      const record = identity?.label ?? service;
      const isWanted = await confirmDelete({
        title: t`Disconnect ${record}?`,
        body: t`We will no longer show ${service} from ${agency} here. The agency’s records stay the same. You can connect it again.`,
        okBtnText: t`Disconnect`,
      });
      if (!isWanted) return false;
      try {
        await disconnect(subscription, identity);
      } catch (error) {
        // The person already disconnected in another tab.
        if (!(error instanceof ApiError && error.status === 404)) {
          showToast(t`We couldn’t disconnect ${record}. Try again in a moment.`, 'failure');
          return false;
        }
      }
      await readAgain();
      showToast(t`${record} disconnected.`);
      return true;
    },
    [confirmDelete, readAgain, t],
  );
}
