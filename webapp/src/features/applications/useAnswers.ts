import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/drafts';
import { AnswerSaver, type Kept, type SaveState } from './AnswerSaver';
import { getApplication, saveAnswers, type Application } from './api';
import { answersIn, sameAnswers, typedOf, type Answers, type Form, type Typed } from './form';
import { isSameAnswer } from './records';

/** What of an application its answers are. */
export function keptOf({ answers, owed, revision, savedAt }: Application): Kept {
  return { answers, owed, revision, savedAt };
}

/** Whether a failed save can work later as it is. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // After 401 the person is asked to sign in again, and the answers wait for that.
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** Saves answers, also when somebody else changed something beside them; reads those that somebody else changed. */
async function send(id: string, answers: Answers, kept: Kept): Promise<Kept> {
  const save = async (revision: number): Promise<Kept> => {
    return { answers, ...(await saveAnswers(id, { answers, revision })) };
  };
  try {
    return await save(kept.revision);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'applicationChanged')) throw error;
    const theirs = keptOf(await getApplication(id, 'session'));
    return sameAnswers(theirs.answers, kept.answers) ? save(theirs.revision) : theirs;
  }
}

const draftName = (id: string): string => `application.${id}`;

/** What was typed on this device and may not have arrived, and on top of what. */
interface Draft {
  typed: Typed;
  kept: Kept;
}

const isAnswers = (value: unknown): value is Typed =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((answer) => typeof answer === 'string' || isRecord(answer));

/** Checks for an address or people; `records.ts` ignores unknown parts. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.every((each) => typeof each === 'object' && each !== null));

function draftOf(userId: string, id: string): Draft | null {
  const draft = readDraft(userId, draftName(id)) as { typed?: unknown; kept?: Partial<Kept> } | null;
  if (!draft || !isAnswers(draft.typed) || !isAnswers(draft.kept?.answers)) return null;
  const { answers, revision = 0, savedAt = '' } = draft.kept;
  return { typed: draft.typed, kept: { answers, revision, savedAt } };
}

interface Start {
  saver: AnswerSaver;
  typed: Typed;
}

/** Answers as they would have been typed; what was typed for the same answer stays as it was, unfinished dates too. */
function retyped(form: Form, answers: Answers, typed: Typed): Typed {
  const mine = answersIn(form, typed);
  const same = Object.entries(typed).filter(([name]) => isSameAnswer(mine[name], answers[name]));
  return { ...typedOf(form, answers), ...Object.fromEntries(same) };
}

function begin(application: Application, userId: string): Start {
  const { id, form } = application;
  const current = keptOf(application);
  const draft = draftOf(userId, id);
  const typed = draft?.typed ?? typedOf(form, current.answers);
  const saver = new AnswerSaver({
    kept: draft?.kept ?? current,
    send: (wanted, known) => send(id, wanted, known),
    isWorthRepeating,
  });
  if (draft) {
    saver.change(answersIn(form, typed));
    saver.meet(current);
  }
  return { saver, typed: retyped(form, saver.wanted, typed) };
}

export interface AnswersInForm {
  typed: Typed;
  answers: Answers;
  state: SaveState;
  savedAt: string;
  set: (changes: Typed) => void;
  /** The number of times that answers of somebody else were loaded. */
  reloads: number;
  saver: AnswerSaver;
  /** Forgets what this device keeps of it. */
  forget: () => void;
}

/** The answers of an application as they are typed, saved and kept on the device until they are. */
export function useAnswers(application: Application): AnswersInForm {
  const { id, form } = application;
  const { id: userId } = useAccount();
  const [{ saver, typed: typedBefore }] = useState(() => begin(application, userId));
  const [typed, setTyped] = useState(typedBefore);
  const [shownReloads, setShownReloads] = useState(saver.reloads);
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);
  const { reloads } = saver;
  if (reloads !== shownReloads) {
    setShownReloads(reloads);
    setTyped(retyped(form, saver.wanted, typed));
  }

  function show(changed: Typed): void {
    setTyped(changed);
    writeDraft(userId, draftName(id), { typed: changed, kept: saver.kept });
  }

  const forget = () => removeDraft(userId, draftName(id));

  const forgetWhatIsSaved = useEffectEvent(() => {
    if (state.kind === 'saved' && answersAreAll(form, typed, saver)) forget();
  });
  useEffect(() => forgetWhatIsSaved(), [state]);

  useEffect(() => {
    const save = () => void saver.flush();
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') save();
    };
    window.addEventListener('online', save);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      window.removeEventListener('online', save);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      save();
      saver.close();
    };
  }, [saver]);

  return {
    typed,
    answers: answersIn(form, typed),
    state,
    savedAt: saver.kept.savedAt,
    set(changes) {
      const changed = { ...typed, ...changes };
      show(changed);
      saver.change(answersIn(form, changed));
    },
    reloads,
    saver,
    forget,
  };
}

/** Whether the portal has what was typed to the letter: parts of a date that are none yet stay on the device. */
function answersAreAll(form: Form, typed: Typed, saver: AnswerSaver): boolean {
  const written = typedOf(form, saver.kept.answers);
  return Object.entries(typed).every(
    ([name, value]) => (typeof value === 'string' && value.trim() === '') || written[name] !== undefined,
  );
}
