import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, type AnswerOf } from '@/lib/api/call';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/useRead';
import {
  isBegun,
  isSamePlan,
  storeSavedPlan,
  readStoredPlan,
  type PlanAnswers,
} from '@/components/planning/storedPlan';

export const savedPlanPath = '/api/businessapplications/plan';

type Reply = AnswerOf<typeof savedPlanPath, 'get'>;

/** The plan saved in the account. */
export interface SavedPlan {
  plan: PlanAnswers;
  savedAt: string;
  revision: number;
}

/** How the plan of this browser relates to the account's. */
export type Standing =
  /** This browser has none; the account's is loaded if there is one. */
  | 'empty'
  /** Only this browser has one. */
  | 'unsaved'
  | 'same'
  /** This browser's plan is based on the saved one and was changed since. */
  | 'changed'
  /** The plans are unrelated: the person chooses one. */
  | 'apart';

export interface SavedPlanState {
  saved: SavedPlan | null;
  standing: Standing;
  isLoading: boolean;
  error: unknown;
  /** The error of the last change; null when it succeeded. */
  failure: unknown;
  isBusy: boolean;
  retry: () => void;
  save: () => Promise<boolean>;
  /** Replaces this browser's plan with the saved one. */
  take: () => void;
  forget: () => Promise<boolean>;
}

/** Parses the account's plan from the reply; null when there is none. */
export function parseSavedPlan(reply: Reply | undefined): SavedPlan | null {
  if (!reply?.answers || reply.savedAt === null) return null;
  const { businessCountyId, categoryId, employees, entityType, municipalityId, name } = reply.answers;
  return {
    plan: { businessCountyId, categoryId, employees, entityType, municipalityId, name },
    savedAt: reply.savedAt,
    revision: reply.revision,
  };
}

function getStanding(plan: PlanAnswers, saved: SavedPlan | null, userId: string): Standing {
  if (!isBegun(plan)) return 'empty';
  if (!saved) return 'unsaved';
  if (isSamePlan(plan, saved.plan)) return 'same';
  const { origin } = readStoredPlan();
  return origin?.userId === userId && origin.revision === saved.revision ? 'changed' : 'apart';
}

/**
 * Reads, saves and deletes the plan in the person's account, and compares it with this browser's.
 *
 * @param plan the answers of this browser
 * @param onTake called with the account's answers when they replace this browser's
 * @param onLoad called when the account's plan was loaded into a browser without one
 */
export function useSavedPlan(
  userId: string,
  plan: PlanAnswers,
  onTake: (plan: PlanAnswers) => void,
  onLoad: () => void,
): SavedPlanState {
  const { data, error, mutate } = useRead(savedPlanPath);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // The plan is loaded once: answers that the person clears must not come back.
  const hasArrived = useRef(false);
  const saved = parseSavedPlan(data);

  function keep(next: SavedPlan | null, kept: PlanAnswers, changedAt: string | null): void {
    storeSavedPlan(kept, changedAt, next && { userId, revision: next.revision });
  }

  function take(): void {
    if (!saved) return;
    keep(saved, saved.plan, saved.savedAt);
    onTake(saved.plan);
  }

  const arrive = useEffectEvent(() => {
    if (!saved) return;
    if (!isBegun(plan)) {
      take();
      onLoad();
    } else if (isSamePlan(plan, saved.plan)) {
      keep(saved, saved.plan, saved.savedAt);
    }
  });
  const isThere = data !== undefined;
  useEffect(() => {
    if (!isThere || hasArrived.current) return;
    hasArrived.current = true;
    arrive();
  }, [isThere]);

  async function change(work: () => Promise<Reply>): Promise<Reply | null> {
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
      // Another device saved a plan: read it before the next change.
      if (problem instanceof ApiError && problem.code === 'planChanged') await mutate();
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function save(): Promise<boolean> {
    const reply = await change(() =>
      call('put', savedPlanPath, { body: { answers: plan, revision: data?.revision ?? 0 } }),
    );
    const next = parseSavedPlan(reply ?? undefined);
    if (next) keep(next, plan, next.savedAt);
    return next !== null;
  }

  async function forget(): Promise<boolean> {
    const reply = await change(() => call('delete', savedPlanPath));
    if (reply && isBegun(plan)) keep(null, plan, readStoredPlan().changedAt);
    return reply !== null;
  }

  return {
    saved,
    standing: getStanding(plan, saved, userId),
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
