import { Trans, useLingui } from '@lingui/react/macro';
import { momentInWords } from '@/lib/i18n/moments';
import { useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useClosedBy } from '@/lib/journey/journey';
import { FailedAction } from '@/components/FailedAction';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { FinishAccountNotice } from '@/components/planning/FinishAccountNotice';
import { isBegun, type PlanAnswers } from '@/components/planning/storedPlan';
import { useSavedPlan } from './useSavedPlan';

interface SavedPlanProps {
  plan: PlanAnswers;
  /** Replaces the answers on the page. */
  onTake: (plan: PlanAnswers) => void;
}

/** Saves the plan in the signed-in person's account, and says if the account's plan is different. */
export function SavedPlanCard(props: SavedPlanProps) {
  const { account } = useSession();
  if (!account) return <OfferToVisitor plan={props.plan} />;
  // The key resets the state when another person signs in.
  return <OfferToPerson key={account.id} {...props} />;
}

function OfferToVisitor({ plan }: { plan: PlanAnswers }) {
  const signIn = useSignIn();
  if (!isBegun(plan)) return null;
  return (
    <>
      <p>
        <Trans>With an account you can save them, and go on with them on another device.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={signIn}>
        <Trans>Sign in to save this plan</Trans>
      </button>
    </>
  );
}

function OfferToPerson(props: SavedPlanProps) {
  const closedBy = useClosedBy();
  if (closedBy === undefined) return <Skeleton lines={2} />;
  return closedBy === null ? <AccountPlan {...props} /> : <FinishAccountNotice closedBy={closedBy} />;
}

function AccountPlan({ plan, onTake }: SavedPlanProps) {
  const { t, i18n } = useLingui();
  const dialogs = useDialogs();
  const state = useSavedPlan(plan, onTake, () => showToast(t`Your saved plan is loaded.`));
  const { error, forget, isBusy, isLoading, problem, retry, save, saved, standing, take } = state;
  if (isLoading || error !== undefined) return <Awaited lines={2} error={error} onRetry={retry} />;
  const savedAt = saved && momentInWords(saved.savedAt, i18n.locale);

  const saveIt = () =>
    save((isReplaced) =>
      showToast(
        isReplaced
          ? t`Your plan is saved. It replaced a plan that was saved on another device.`
          : t`Your plan is saved in your account.`,
      ),
    );

  async function goBack(): Promise<void> {
    const isSure = await dialogs.confirm({
      title: t`Go back to the saved plan?`,
      body: t`The answers in this browser are lost.`,
      okBtnText: t`Go back to it`,
    });
    if (isSure) take();
  }

  async function forgetIt(): Promise<void> {
    const isSure = await dialogs.confirmDelete({
      title: t`Delete the saved plan?`,
      body: t`It is deleted from your account. The answers in this browser stay until you clear them or sign out.`,
      okBtnText: t`Delete it`,
    });
    if (isSure) await forget(() => showToast(t`The saved plan is deleted.`));
  }

  const saveButton = (text: string) => (
    <button
      type="button"
      className="usa-button usa-button--outline"
      aria-disabled={isBusy}
      onClick={() => void saveIt()}
    >
      {isBusy ? t`Please wait…` : text}
    </button>
  );

  return (
    <div className="saved-plan">
      <FailedAction problem={problem} hasHeading />
      {standing === 'empty' && !saved && <Trans>Your account has no saved plan.</Trans>}
      {standing === 'empty' && saved && (
        <>
          <p>
            <Trans>Your account has a plan, saved {savedAt}.</Trans>
          </p>
          <button type="button" className="usa-button usa-button--outline" onClick={take}>
            <Trans>Load the saved plan</Trans>
          </button>
        </>
      )}
      {standing === 'unsaved' && (
        <>
          <p>
            <Trans>This plan is not in your account yet. Saved, it is there on every device.</Trans>
          </p>
          {saveButton(t`Save this plan to your account`)}
        </>
      )}
      {standing === 'same' && (
        <p role="status">
          <Trans>This plan is in your account, saved {savedAt}.</Trans>
        </p>
      )}
      {standing === 'different' && (
        <>
          <p role="status">
            <Trans>
              Your account has other answers, saved {savedAt}. When you save these, they replace the saved
              ones.
            </Trans>
          </p>
          {saveButton(t`Save the changes`)}
          <button
            type="button"
            className="usa-button usa-button--unstyled"
            aria-disabled={isBusy}
            onClick={() => void goBack()}
          >
            <Trans>Go back to the saved plan</Trans>
          </button>
        </>
      )}
      {saved && (
        <button
          type="button"
          className="usa-button usa-button--unstyled saved-plan__delete"
          aria-disabled={isBusy}
          onClick={() => void forgetIt()}
        >
          <Trans>Delete the saved plan</Trans>
        </button>
      )}
    </div>
  );
}
