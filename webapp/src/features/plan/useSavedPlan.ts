import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError } from '@/lib/api/errors';
import { useAction } from '@/lib/forms/useAction';
import { hasAnswers, isSamePlan, storeAnswers, type PlanAnswers } from '@/components/planning/storedPlan';
import { deletePlan, getPlan, putPlan, usePlanRead, type PlanReply } from './api';

/** The plan saved in the account. */
export interface SavedPlan {
  plan: PlanAnswers;
  savedAt: string;
}

/** How the plan of this browser relates to the account's. */
export type Standing =
  /** This browser has none; the account's is loaded if there is one. */
  | 'empty'
  /** Only this browser has one. */
  | 'unsaved'
  | 'same'
  | 'different';

/** Parses the account's plan from the reply; null when there is none. */
export function parseSavedPlan(reply: PlanReply | undefined): SavedPlan | null {
  if (!reply?.answers || reply.savedAt === null) return null;
  const { businessCountyId, categoryId, employees, entityType, municipalityId, name } = reply.answers;
  return {
    plan: { businessCountyId, categoryId, employees, entityType, municipalityId, name },
    savedAt: reply.savedAt,
  };
}

function getStanding(plan: PlanAnswers, saved: SavedPlan | null): Standing {
  if (!hasAnswers(plan)) return 'empty';
  if (!saved) return 'unsaved';
  return isSamePlan(plan, saved.plan) ? 'same' : 'different';
}

/**
 * Reads, saves and deletes the plan in the person's account, and compares it with this browser's.
 *
 * @param plan the answers of this browser
 * @param onTake called with the account's answers when they replace this browser's
 * @param onLoad called when the account's plan was loaded into a browser without one
 */
export function useSavedPlan(plan: PlanAnswers, onTake: (plan: PlanAnswers) => void, onLoad: () => void) {
  const { data, error, mutate } = usePlanRead();
  const { isBusy, problem, run } = useAction();
  // The plan is loaded once: answers that the person clears must not come back.
  const hasArrived = useRef(false);
  const saved = parseSavedPlan(data);

  function take(): void {
    if (!saved) return;
    storeAnswers(saved.plan);
    onTake(saved.plan);
  }

  const arrive = useEffectEvent(() => {
    if (!saved || hasAnswers(plan)) return;
    take();
    onLoad();
  });
  const isThere = data !== undefined;
  useEffect(() => {
    if (!isThere || hasArrived.current) return;
    hasArrived.current = true;
    arrive();
  }, [isThere]);

  const show = (reply: PlanReply) => mutate(reply, { revalidate: false });

  return {
    saved,
    standing: getStanding(plan, saved),
    isLoading: data === undefined && error === undefined,
    error: data === undefined ? error : undefined,
    problem,
    isBusy,
    retry: mutate,
    /** Saves this browser's plan; says if it replaced one that another device saved meanwhile. */
    save: (onSaved: (isReplaced: boolean) => void) =>
      run(async () => {
        const put = (revision: number) => putPlan({ answers: plan, revision });
        let isReplaced = false;
        const reply = await put(data?.revision ?? 0).catch(async (failure: unknown) => {
          if (!(failure instanceof ApiError && failure.code === 'planChanged')) throw failure;
          // The last plan counts, also when another device has saved one meanwhile.
          const newest = await getPlan();
          const other = parseSavedPlan(newest);
          isReplaced = other !== null && !isSamePlan(other.plan, plan);
          return put(newest.revision);
        });
        await show(reply);
        onSaved(isReplaced);
      }),
    /** Replaces this browser's plan with the saved one. */
    take,
    forget: (onForgotten: () => void) =>
      run(async () => {
        await show(await deletePlan());
        onForgotten();
      }),
  };
}
