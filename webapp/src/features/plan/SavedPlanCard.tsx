import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoment } from '@/lib/i18n/moments';
import { useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useBlockingStep } from '@/lib/journey/journey';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { FinishAccountNotice } from '@/components/planning/FinishAccountNotice';
import { hasAnswers, type PlanAnswers } from '@/components/planning/storedPlan';
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
  if (!hasAnswers(plan)) return null;
  return (
    <>
      <p>
        <Trans>With an account you can save them and continue on another device.</Trans>
      </p>
      <Button kind="outline" onClick={signIn}>
        <Trans>Sign in to save this plan</Trans>
      </Button>
    </>
  );
}

function OfferToPerson(props: SavedPlanProps) {
  const closedBy = useBlockingStep();
  if (closedBy === undefined) return <Skeleton lines={2} />;
  return closedBy === null ? <AccountPlan {...props} /> : <FinishAccountNotice closedBy={closedBy} />;
}

function AccountPlan({ plan, onTake }: SavedPlanProps) {
  const { t, i18n } = useLingui();
  const dialogs = useDialogs();
  const state = useSavedPlan(plan, onTake, () => showToast(t`We loaded your saved plan.`));
  const { error, forget, isBusy, isLoading, problem, retry, save, saved, standing, take } = state;
  if (isLoading || error !== undefined) return <Awaited lines={2} error={error} onRetry={retry} />;
  const savedAt = saved && formatMoment(saved.savedAt, i18n.locale);

  const saveIt = () =>
    save((isReplaced) =>
      showToast(
        isReplaced
          ? t`We saved your plan. It replaced a plan from another device.`
          : t`We saved your plan in your account.`,
      ),
    );

  async function goBack(): Promise<void> {
    const isSure = await dialogs.confirm({
      title: t`Go back to the saved plan?`,
      body: t`You lose the answers in this browser.`,
      okBtnText: t`Go back to it`,
    });
    if (isSure) take();
  }

  async function forgetIt(): Promise<void> {
    const isSure = await dialogs.confirmDelete({
      title: t`Delete the saved plan?`,
      body: t`We delete it from your account. The answers in this browser stay until you clear them or sign out.`,
      okBtnText: t`Delete it`,
    });
    if (isSure) await forget(() => showToast(t`Saved plan deleted.`));
  }

  const saveButton = (text: string) => (
    <Button kind="outline" isBusy={isBusy} onClick={saveIt}>
      {isBusy ? t`Please wait…` : text}
    </Button>
  );

  return (
    <div className="saved-plan">
      <FailedAction problem={problem} hasHeading />
      {standing === 'empty' && !saved && <Trans>Your account has no saved plan.</Trans>}
      {standing === 'empty' && saved && (
        <>
          <p>
            <Trans>Your account has a plan, saved on {savedAt}.</Trans>
          </p>
          <Button kind="outline" onClick={take}>
            <Trans>Load the saved plan</Trans>
          </Button>
        </>
      )}
      {standing === 'unsaved' && (
        <>
          <p>
            <Trans>This plan is not in your account yet. Save it to open it on every device.</Trans>
          </p>
          {saveButton(t`Save this plan to your account`)}
        </>
      )}
      {standing === 'same' && (
        <p role="status">
          <Trans>This plan is in your account, saved on {savedAt}.</Trans>
        </p>
      )}
      {standing === 'different' && (
        <>
          <p role="status">
            <Trans>
              Your account has other answers, saved on {savedAt}. If you save these, they replace the saved
              ones.
            </Trans>
          </p>
          {saveButton(t`Save the changes`)}
          <Button kind="unstyled" isBusy={isBusy} onClick={goBack}>
            <Trans>Go back to the saved plan</Trans>
          </Button>
        </>
      )}
      {saved && (
        <Button
          kind="unstyled"
          className="saved-plan__delete block action"
          isBusy={isBusy}
          onClick={forgetIt}
        >
          <Trans>Delete the saved plan</Trans>
        </Button>
      )}
    </div>
  );
}
