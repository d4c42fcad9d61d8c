import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { isBegun, isSamePlan, storeAnswers, type PlanAnswers } from '@/components/planning/storedPlan';
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

export interface SavedPlanState {
  saved: SavedPlan | null;
  standing: Standing;
  isLoading: boolean;
  error: unknown;
  /** The error of the last change; null when it succeeded. */
  failure: unknown;
  isBusy: boolean;
  retry: () => void;
  /** Saves this browser's plan; says if it replaced one that another device saved meanwhile. */
  save: () => Promise<'saved' | 'replaced' | 'failed'>;
  /** Replaces this browser's plan with the saved one. */
  take: () => void;
  forget: () => Promise<boolean>;
}

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
  if (!isBegun(plan)) return 'empty';
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
export function useSavedPlan(
  plan: PlanAnswers,
  onTake: (plan: PlanAnswers) => void,
  onLoad: () => void,
): SavedPlanState {
  const { data, error, mutate } = usePlanRead();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The plan is loaded once: answers that the person clears must not come back.
  const hasArrived = useRef(false);
  const saved = parseSavedPlan(data);

  function take(): void {
    if (!saved) return;
    storeAnswers(saved.plan);
    onTake(saved.plan);
  }

  const arrive = useEffectEvent(() => {
    if (!saved || isBegun(plan)) return;
    take();
    onLoad();
  });
  const isThere = data !== undefined;
  useEffect(() => {
    if (!isThere || hasArrived.current) return;
    hasArrived.current = true;
    arrive();
  }, [isThere]);

  async function change(work: () => Promise<PlanReply>): Promise<PlanReply | null> {
    if (isBusy) return null;
    setBusy(true);
    setFailure(null);
    try {
      const reply = await work();
      await mutate(reply, { revalidate: false });
      return reply;
    } catch (problem) {
      if (problem instanceof CancelledError || (problem instanceof ApiError && problem.status === 401))
        return null;
      setFailure(problem);
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function save(): Promise<'saved' | 'replaced' | 'failed'> {
    const put = (revision: number) => putPlan({ answers: plan, revision });
    let end = 'saved' as 'saved' | 'replaced';
    const reply = await change(async () => {
      try {
        return await put(data?.revision ?? 0);
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.code === 'planChanged')) throw problem;
        // The last plan counts, also when another device has saved one meanwhile.
        const newest = await getPlan();
        const other = parseSavedPlan(newest);
        if (other && !isSamePlan(other.plan, plan)) end = 'replaced';
        return put(newest.revision);
      }
    });
    return reply ? end : 'failed';
  }

  const forget = async () => (await change(deletePlan)) !== null;

  return {
    saved,
    standing: getStanding(plan, saved),
    isLoading: data === undefined && error === undefined,
    error: data === undefined ? error : undefined,
    failure,
    isBusy,
    retry: () => void mutate(),
    save,
    take,
    forget,
  };
}
