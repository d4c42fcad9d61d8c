import { useLingui } from '@lingui/react/macro';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { deleteApplication, withdrawApplication, type Application } from './api';

interface EndingOptions {
  onWithdrawn: (application: Application) => void;
  onRemoved: () => void;
  /** The application is no longer what this page shows. */
  onOutdated: () => void;
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
    if (isBusy) return;
    const isSure = await confirmDelete(
      isDraft
        ? {
            title: t`Remove this draft?`,
            body: t`Your answers and files for “${formName}” are removed for everybody who acts for the business.`,
            okBtnText: t`Remove draft`,
          }
        : {
            title: t`Withdraw this application?`,
            body: t`${agency} is told and stops working on it. This cannot be undone; a fee that was paid may not come back.`,
            okBtnText: t`Withdraw`,
          },
    );
    if (!isSure) return;
    await run(async () => {
      if (isDraft) {
        await deleteApplication(id);
        showToast(t`The draft is removed.`);
        onRemoved();
      } else {
        onWithdrawn(await withdrawApplication(id));
        showToast(t`The application is withdrawn.`);
      }
    });
  }

  return { end: () => void end(), isBusy, isDraft, problem };
}
