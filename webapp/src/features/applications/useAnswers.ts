import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/drafts';
import { getApplication, saveAnswers, type Application, type Form, type UpdateApplication } from './api';
import { getAnswers, getTyped, hasSameAnswers, mergeAnswers, type Answers } from './form';
import { isSameAnswer } from './records';

/** Answers that the portal has, and their revision. */
type StoredAnswers = Pick<Application, 'answers' | 'revision'>;

export type SaveState =
  /** `retrying` after a failure, while the save is tried again by itself. */
  | { kind: 'saved' | 'saving' | 'retrying' }
  /** The portal does not accept these answers. */
  | { kind: 'refused'; error: ApiError };

/** Milliseconds from the last change to the save. */
export const pauseMilliseconds = 1_200;
/** Milliseconds from a failed save to the next one: after the first failure, after the second, and so on. */
export const retryMilliseconds = [3_000, 6_000, 15_000, 30_000] as const;

/** Returns whether the same save can succeed later. After 401 the answers wait until the person signs in again. */
const isTemporary = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Saves answers and returns what the portal has then: other answers if somebody else changed some. */
async function sendAnswers(id: string, answers: Answers, stored: StoredAnswers): Promise<StoredAnswers> {
  try {
    return { answers, ...(await saveAnswers(id, { answers, revision: stored.revision })) };
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'applicationChanged')) throw error;
    const newest = await getApplication(id, 'session');
    return hasSameAnswers(newest.answers, stored.answers) ? sendAnswers(id, answers, newest) : newest;
  }
}

const getDraftName = (id: string): string => `application.${id}`;

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.every((each) => typeof each === 'object' && each !== null));

const isAnswers = (value: unknown): value is Answers =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((answer) => typeof answer === 'string' || isRecord(answer));

/** Reads what was typed on this device and may not be saved, and the answers under it. */
function getDraft(userId: string, id: string): { typed: Answers; kept: StoredAnswers } | null {
  const draft = readDraft(userId, getDraftName(id)) as {
    typed?: unknown;
    kept?: Partial<StoredAnswers>;
  } | null;
  if (!draft || !isAnswers(draft.typed) || !isAnswers(draft.kept?.answers)) return null;
  const { answers, revision = 0 } = draft.kept;
  return { typed: draft.typed, kept: { answers, revision } };
}

/** Returns answers as typed text; keeps the typed text of unchanged answers, such as unfinished dates. */
function mergeTyped(form: Form, answers: Answers, typed: Answers): Answers {
  const typedAnswers = getAnswers(form, typed);
  const same = Object.entries(typed).filter(([name]) => isSameAnswer(typedAnswers[name], answers[name]));
  return { ...getTyped(form, answers), ...Object.fromEntries(same) };
}

/** The answers of an application while a person types: saved after a pause, and on the device until then. */
export function useAnswers(application: Application, update: UpdateApplication) {
  const { id, form } = application;
  const { id: userId } = useAccount();
  const [draft] = useState(() => getDraft(userId, id));
  const [typed, setTyped] = useState(() => draft?.typed ?? getTyped(form, application.answers));
  const [stored, setStored] = useState<StoredAnswers>(draft?.kept ?? application);
  const answers = getAnswers(form, typed);
  const [reloads, setReloads] = useState(0);
  const [failure, setFailure] = useState<{ error: unknown; attempts: number } | null>(null);

  if (application.revision > stored.revision) {
    setStored(application);
    if (![stored.answers, answers].some((known) => hasSameAnswers(application.answers, known))) {
      setReloads(reloads + 1);
      setTyped(mergeTyped(form, mergeAnswers(application.answers, stored.answers, answers), typed));
    }
  }

  const latest = useRef({ answers, stored, reloads });
  useLayoutEffect(() => {
    latest.current = { answers, stored, reloads };
  });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const isDiscarded = useRef(false);

  /** Runs work that changes the revision when no other such work is under way. */
  function runAlone<T>(work: () => Promise<T>): Promise<T> {
    const running = queue.current.then(work);
    queue.current = running.catch(() => undefined);
    return running;
  }

  async function save(): Promise<boolean> {
    const { answers: current, stored: before } = latest.current;
    if (isDiscarded.current || hasSameAnswers(current, before.answers)) return true;
    try {
      const newest = await sendAnswers(id, current, before);
      const isOwn = hasSameAnswers(newest.answers, current);
      if (isOwn) {
        latest.current = { ...latest.current, stored: newest };
        setStored(newest);
      }
      setFailure(null);
      await update(newest);
      return isOwn && hasSameAnswers(current, latest.current.answers);
    } catch (error) {
      setFailure((last) => ({ error, attempts: (last?.attempts ?? 0) + 1 }));
      return false;
    }
  }

  /** Saves now, and returns whether the portal has everything that this page showed. */
  async function flush(): Promise<boolean> {
    const { reloads: before } = latest.current;
    return (await runAlone(save)) && before === latest.current.reloads;
  }
  const saveNow = useEffectEvent(() => void flush());

  const state = getSaveState(hasSameAnswers(answers, stored.answers), failure?.error ?? null);
  const isWaiting = state.kind === 'saving' || state.kind === 'retrying';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const pause = failure ? (retryMilliseconds[failure.attempts - 1] ?? 30_000) : pauseMilliseconds;
    const timer = setTimeout(() => saveNow(), pause);
    return () => clearTimeout(timer);
  }, [typed, stored, failure, isWaiting]);

  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    const saveWhenOnline = () => saveNow();
    window.addEventListener('online', saveWhenOnline);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      window.removeEventListener('online', saveWhenOnline);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveNow();
    };
  }, []);

  const hasUnfinishedDate = Object.entries(typed).some(
    ([name, value]) => typeof value === 'string' && value.trim() !== '' && answers[name] === undefined,
  );
  const needsDraft = state.kind !== 'saved' || hasUnfinishedDate;
  useEffect(() => {
    if (isDiscarded.current) return;
    const { answers: before, revision } = stored;
    if (needsDraft) writeDraft(userId, getDraftName(id), { typed, kept: { answers: before, revision } });
    else removeDraft(userId, getDraftName(id));
  }, [needsDraft, typed, stored, userId, id]);

  return {
    typed,
    answers,
    state,
    /** The number of times that answers of somebody else were loaded. */
    reloads,
    set(changes: Answers): void {
      if (state.kind === 'refused') setFailure(null);
      setTyped((before) => ({ ...before, ...changes }));
    },
    flush,
    runAlone,
    getRevision: () => latest.current.stored.revision,
    /** Saves nothing more, and removes the draft from this device. */
    discard(): void {
      isDiscarded.current = true;
      removeDraft(userId, getDraftName(id));
    },
  };
}

export type AnswersInForm = ReturnType<typeof useAnswers>;

function getSaveState(isSaved: boolean, error: unknown): SaveState {
  if (isSaved) return { kind: 'saved' };
  if (error === null) return { kind: 'saving' };
  return error instanceof ApiError && !isTemporary(error) ? { kind: 'refused', error } : { kind: 'retrying' };
}
