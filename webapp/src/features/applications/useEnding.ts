import { useLingui } from '@lingui/react/macro';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { deleteApplication, withdrawApplication, type Application } from './api';

interface EndingOptions {
  onWithdrawn: (application: Application) => void;
  onRemoved: () => unknown;
  /** Called when the application changed elsewhere. */
  onOutdated: () => unknown;
}

/** Withdraws a submitted application, or removes a draft, after asking. */
export function useEnding(application: Application, { onWithdrawn, onRemoved, onOutdated }: EndingOptions) {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const { isBusy, problem, run } = useAction({ onOutdated });
  const { formName, id, submittedAt } = application;
  const agency = application.agency.name;
  const isDraft = submittedAt === null;

  async function end(): Promise<void> {
    const isSure = await confirmDelete(
      isDraft
        ? {
            title: t`Remove this draft?`,
            body: t`We remove your answers and files for “${formName}” for everyone who acts for the business.`,
            okBtnText: t`Remove draft`,
          }
        : {
            title: t`Withdraw this application?`,
            body: t`We tell ${agency} to stop working on it. You can’t undo this, and you may not get a fee back.`,
            okBtnText: t`Withdraw`,
          },
    );
    if (!isSure) return;
    await run(async () => {
      if (isDraft) {
        await deleteApplication(id);
        showToast(t`Draft removed.`);
        onRemoved();
      } else {
        onWithdrawn(await withdrawApplication(id));
        showToast(t`Application withdrawn.`);
      }
    });
  }

  return { end, isBusy, isDraft, problem };
}
