import { Trans, useLingui } from '@lingui/react/macro';
import { createPortal } from 'react-dom';
import { momentInWords } from '@/lib/i18n/moments';
import { ApiError } from '@/lib/api/errors';
import { useSession } from '@/lib/auth/session';
import { useSignIn } from '@/lib/auth/useSignIn';
import { useClosedBy } from '@/lib/journey/closedBy';
import { Alert } from '@/components/Alert';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { FinishAccountNotice } from '@/components/planning/FinishAccountNotice';
import { LoadFailure } from '@/components/planning/LoadFailure';
import { isBegun, planFields, readStoredPlan, type PlanAnswers } from '@/components/planning/storedPlan';
import { useSavedPlan, type SavedPlanState } from './useSavedPlan';

/** Functions that return the text of a question of the plan and of its answer. */
export interface PlanTexts {
  question: (field: keyof PlanAnswers) => string;
  answer: (plan: PlanAnswers, field: keyof PlanAnswers) => string;
}

interface SavedPlanProps {
  plan: PlanAnswers;
  words: PlanTexts;
  /** Replaces the answers on the page. */
  onTake: (plan: PlanAnswers) => void;
  /** The element at the top of the page for the choice between two plans. */
  choiceContainer: Element | null;
}

/** Saves the plan in the signed-in person's account, and says if the account's plan differs. */
export function SavedPlanCard(props: SavedPlanProps) {
  const { account } = useSession();
  if (!account) return <OfferToVisitor plan={props.plan} />;
  // The key resets the state when another person signs in.
  return <OfferToPerson key={account.id} userId={account.id} {...props} />;
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

interface OfferProps extends SavedPlanProps {
  userId: string;
}

function OfferToPerson(props: OfferProps) {
  const closedBy = useClosedBy();
  if (closedBy === undefined) return <Skeleton lines={2} />;
  return closedBy === null ? <AccountPlan {...props} /> : <FinishAccountNotice closedBy={closedBy} />;
}

function AccountPlan({ plan, userId, words, onTake, choiceContainer }: OfferProps) {
  const { t, i18n } = useLingui();
  const dialogs = useDialogs();
  const describeFailure = useFailureWords();
  const state = useSavedPlan(userId, plan, onTake, () => showToast(t`Your saved plan is loaded.`));
  const { error, failure, forget, isBusy, isLoading, retry, save, saved, standing, take } = state;
  if (error !== undefined) return <LoadFailure error={error} onRetry={retry} />;
  if (isLoading) return <Skeleton lines={2} />;
  const savedAt = saved && momentInWords(saved.savedAt, i18n.locale);
  const wasOvertaken = failure instanceof ApiError && failure.code === 'planChanged';

  async function saveIt(): Promise<void> {
    if (await save()) showToast(t`Your plan is saved in your account.`);
  }

  async function goBack(): Promise<void> {
    const isSure = await dialogs.confirm({
      title: t`Go back to the saved plan?`,
      body: t`What you changed in this browser since then is lost.`,
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
    if (isSure && (await forget())) showToast(t`The saved plan is deleted.`);
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
      {failure !== null && !wasOvertaken && (
        <Alert kind="error" heading={t`That did not work`} headingLevel={3} isLive>
          {describeFailure(failure)}
        </Alert>
      )}
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
      {standing === 'changed' && (
        <>
          <p role="status">
            <Trans>You have changed this plan since it was saved, {savedAt}.</Trans>
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
      {standing === 'apart' && (
        <p>
          <Trans>Your account has another plan, saved {savedAt}. Choose above which one to keep.</Trans>
        </p>
      )}
      {standing === 'apart' &&
        choiceContainer &&
        createPortal(
          <PlanChoice plan={plan} words={words} state={state} wasOvertaken={wasOvertaken} onSave={saveIt} />,
          choiceContainer,
        )}
      {saved && standing !== 'apart' && (
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

interface PlanChoiceProps {
  plan: PlanAnswers;
  words: PlanTexts;
  state: SavedPlanState;
  /** True when another device saved a plan first. */
  wasOvertaken: boolean;
  onSave: () => Promise<void>;
}

/** Asks which of two plans to keep, with the answers that differ and the newer one marked. */
function PlanChoice({ plan, words, state, wasOvertaken, onSave }: PlanChoiceProps) {
  const { t, i18n } = useLingui();
  const { isBusy, saved, take } = state;
  if (!saved) return null;
  const { changedAt } = readStoredPlan();
  const isHereNewer = changedAt === null ? null : Date.parse(changedAt) > Date.parse(saved.savedAt);
  const here = changedAt && momentInWords(changedAt, i18n.locale);
  const there = momentInWords(saved.savedAt, i18n.locale);
  const differing = planFields.filter((field) => plan[field] !== saved.plan[field]);
  const newer = (
    <span className="tag tag--good">
      <Trans>newer</Trans>
    </span>
  );
  return (
    <section className="card plan-choice" aria-labelledby="plan-choice">
      <Alert kind="warning" isLive>
        <strong id="plan-choice">
          {wasOvertaken
            ? t`Another plan was saved meanwhile. Choose which one to keep.`
            : t`Your account has another plan. Choose which one to keep.`}
        </strong>
      </Alert>
      <table className="plan-choice__table">
        <caption className="usa-sr-only">
          <Trans>The answers that differ</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Question</Trans>
            </th>
            <th scope="col">
              <Trans>In this browser</Trans> {isHereNewer === true && newer}
              {here && <span className="plan-choice__when">{here}</span>}
            </th>
            <th scope="col">
              <Trans>In your account</Trans> {isHereNewer === false && newer}
              <span className="plan-choice__when">{there}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field}>
              <th scope="row">{words.question(field)}</th>
              <td>
                <bdi>{words.answer(plan, field)}</bdi>
              </td>
              <td>
                <bdi>{words.answer(saved.plan, field)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="plan-choice__ways">
        <button
          type="button"
          className="usa-button usa-button--outline"
          aria-disabled={isBusy}
          onClick={() => void onSave()}
        >
          {isBusy ? t`Please wait…` : t`Keep this browser’s plan`}
        </button>
        <button
          type="button"
          className="usa-button usa-button--outline"
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return;
            take();
            showToast(t`Your saved plan is loaded.`);
          }}
        >
          <Trans>Keep the account’s plan</Trans>
        </button>
      </div>
      <p className="fine-print">
        <Trans>The plan that you keep takes the place of the other. Until you choose, both stay.</Trans>
      </p>
    </section>
  );
}
