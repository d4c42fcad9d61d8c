import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, type AnswerOf } from '@/lib/api/call';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { useRead } from '@/lib/api/useRead';
import { isBegun, isSamePlan, keepSaved, readKept, type KeptPlan } from './keptPlan';

export const savedPlanPath = '/api/businessapplications/plan';

type Reply = AnswerOf<typeof savedPlanPath, 'get'>;

/** A plan as the account has it. */
export interface SavedPlan {
  plan: KeptPlan;
  savedAt: string;
  revision: number;
}

/** How the plan of this browser stands to that of the account. */
export type Standing =
  /** Neither has one, or only the account has: its own is loaded. */
  | 'empty'
  /** Only this browser has one. */
  | 'unsaved'
  | 'same'
  /** This browser's comes from the saved one and was changed since. */
  | 'changed'
  /** They have nothing to do with each other: the person chooses. */
  | 'apart';

export interface SavedPlanState {
  saved: SavedPlan | null;
  standing: Standing;
  isLoading: boolean;
  error: unknown;
  /** What went wrong when something was to be changed. */
  failure: unknown;
  isBusy: boolean;
  retry: () => void;
  save: () => Promise<boolean>;
  /** Takes the saved plan in place of that of this browser. */
  take: () => void;
  forget: () => Promise<boolean>;
}

/** What the account has; the reply of no plan is null. */
export function savedIn(reply: Reply | undefined): SavedPlan | null {
  if (!reply?.answers || reply.savedAt === null) return null;
  const { businessCountyId, categoryId, employees, entityType, municipalityId, name } = reply.answers;
  return {
    plan: { businessCountyId, categoryId, employees, entityType, municipalityId, name },
    savedAt: reply.savedAt,
    revision: reply.revision,
  };
}

function standingOf(plan: KeptPlan, saved: SavedPlan | null, userId: string): Standing {
  if (!isBegun(plan)) return 'empty';
  if (!saved) return 'unsaved';
  if (isSamePlan(plan, saved.plan)) return 'same';
  const { origin } = readKept();
  return origin?.userId === userId && origin.revision === saved.revision ? 'changed' : 'apart';
}

/**
 * The plan that the person's account keeps, beside that of this browser.
 *
 * @param plan the answers of this browser
 * @param onTake shows answers of the account in their place
 * @param onLoad told when the account's plan came into a browser that had none
 */
export function useSavedPlan(
  userId: string,
  plan: KeptPlan,
  onTake: (plan: KeptPlan) => void,
  onLoad: () => void,
): SavedPlanState {
  const { data, error, mutate } = useRead(savedPlanPath);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  // Who clears the answers does not want them back at once.
  const hasArrived = useRef(false);
  const saved = savedIn(data);

  function keep(next: SavedPlan | null, kept: KeptPlan, changedAt: string | null): void {
    keepSaved(kept, changedAt, next && { userId, revision: next.revision });
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
      // Somebody saved another one meanwhile: it has to be known before anything is done.
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
    const next = savedIn(reply ?? undefined);
    if (next) keep(next, plan, next.savedAt);
    return next !== null;
  }

  async function forget(): Promise<boolean> {
    const reply = await change(() => call('delete', savedPlanPath));
    if (reply && isBegun(plan)) keep(null, plan, readKept().changedAt);
    return reply !== null;
  }

  return {
    saved,
    standing: standingOf(plan, saved, userId),
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
