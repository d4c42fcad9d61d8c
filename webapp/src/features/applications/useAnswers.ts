import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { call } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { useAccount } from '@/lib/auth/session';
import { readDraft, removeDraft, writeDraft } from '@/lib/storage/drafts';
import { AnswerSaver, ChangedElsewhere, type Kept, type SaveState } from './AnswerSaver';
import { applicationPath, type Application } from './applications';
import { answersIn, sameAnswers, typedOf, type Answers, type Form, type Typed } from './form';

/** What of an application its answers are. */
export function keptOf({ answers, revision, savedAt }: Application): Kept {
  return { answers, revision, savedAt };
}

/** Whether a failed save can work later as it is. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  // After 401 the person is asked to sign in again, and the answers wait for that.
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** Saves answers; what somebody else has changed beside the answers does not stand in the way. */
async function send(id: string, answers: Answers, kept: Kept): Promise<Kept> {
  const parameters = { id };
  const save = async (revision: number): Promise<Kept> => {
    const body = { answers, revision };
    const saved = await call('put', `${applicationPath}/answers`, { parameters, body, lifetime: 'session' });
    return { answers, ...saved };
  };
  try {
    return await save(kept.revision);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'applicationChanged')) throw error;
    const theirs = keptOf(await call('get', applicationPath, { parameters, lifetime: 'session' }));
    // The reply to an attempt that seemed to fail was lost.
    if (sameAnswers(theirs.answers, answers)) return theirs;
    if (sameAnswers(theirs.answers, kept.answers)) return save(theirs.revision);
    throw new ChangedElsewhere(theirs);
  }
}

const draftName = (id: string): string => `application.${id}`;

/** What was typed on this device and may not have arrived. */
interface Draft {
  typed: Typed;
  revision: number;
}

function draftOf(userId: string, id: string): Draft | null {
  const draft = readDraft(userId, draftName(id)) as Partial<Draft> | null;
  if (typeof draft?.revision !== 'number' || typeof draft.typed !== 'object') return null;
  const texts = Object.entries(draft.typed).filter(([, value]) => typeof value === 'string');
  return { typed: Object.fromEntries(texts), revision: draft.revision };
}

interface Start {
  saver: AnswerSaver;
  typed: Typed;
}

function begin(application: Application, userId: string): Start {
  const { id, form } = application;
  const kept = keptOf(application);
  const saver = new AnswerSaver({
    kept,
    send: (answers, known) => send(id, answers, known),
    isWorthRepeating,
  });
  const draft = draftOf(userId, id);
  if (!draft) return { saver, typed: typedOf(form, kept.answers) };
  const answers = answersIn(form, draft.typed);
  if (draft.revision === kept.revision || sameAnswers(answers, kept.answers)) saver.change(answers);
  else saver.contest(kept);
  return { saver, typed: draft.typed };
}

export interface AnswersInForm {
  typed: Typed;
  answers: Answers;
  state: SaveState;
  savedAt: string;
  set: (name: string, value: string) => void;
  /** What the person had typed before the other version was loaded. */
  aside: Typed | null;
  takeTheirs: () => void;
  keepMine: () => void;
  putBack: () => void;
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
  const [aside, setAside] = useState<Typed | null>(null);
  const state = useSyncExternalStore(saver.subscribe, () => saver.state);

  function show(changed: Typed): void {
    setTyped(changed);
    writeDraft(userId, draftName(id), { typed: changed, revision: saver.kept.revision });
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

  function settle(theirs: Kept, wanted: Typed): void {
    saver.settle(theirs, answersIn(form, wanted));
    show(wanted);
  }

  return {
    typed,
    answers: answersIn(form, typed),
    state,
    savedAt: saver.kept.savedAt,
    set(name, value) {
      const changed = { ...typed, [name]: value };
      show(changed);
      saver.change(answersIn(form, changed));
    },
    aside,
    takeTheirs() {
      if (state.kind !== 'changed') return;
      setAside(typed);
      settle(state.theirs, typedOf(form, state.theirs.answers));
    },
    keepMine() {
      if (state.kind === 'changed') settle(state.theirs, typed);
    },
    putBack() {
      if (aside === null) return;
      show(aside);
      saver.change(answersIn(form, aside));
      setAside(null);
    },
    saver,
    forget,
  };
}

/** Whether the portal has what was typed to the letter: parts of a date that are none yet stay on the device. */
function answersAreAll(form: Form, typed: Typed, saver: AnswerSaver): boolean {
  const written = typedOf(form, saver.kept.answers);
  return Object.entries(typed).every(([name, value]) => value.trim() === '' || written[name] !== undefined);
}
