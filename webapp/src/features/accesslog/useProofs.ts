import { useEffect, useState } from 'react';
import { removeStoredLog } from '@/lib/accessLog/storedLog';
import { KeyChanged, LogBehind, LogExchanged, NotProved } from '@/lib/accessLog/notProved';
import { type AccessProof, SealedLog } from '@/lib/accessLog/sealedLog';
import { storeSeenNumber, readSeenNumber } from '@/lib/accessLog/seenNumber';
import { useAccount } from '@/lib/auth/session';
import { getUserId } from '@/lib/auth/userId';
import type { Access, AccessPage } from './api';

/** The sealer runs each minute and `AccessLogUnsealed` alarms after five; a seal is late after ten. */
const MILLISECONDS_TO_SEAL = 10 * 60_000;

/** A difference of the whole log from the one that this browser stored. */
type LogFault = 'behind' | 'notSigned' | 'exchanged' | 'keyChanged';

/** The result of the comparison of the whole log with the stored one; `unknown` until they can be compared. */
export type LogState = 'unknown' | 'holds' | LogFault;

/**
 * The result for one entry: `open` is not sealed yet, which takes a minute; `unknown` could not be checked now;
 * `otherPerson` is sealed, but about another person; `refused` is not proved because of the whole log.
 */
export type ProofState = 'open' | 'checking' | 'proved' | 'false' | 'otherPerson' | 'unknown' | 'refused';

export const isBad = (proof: ProofState) => proof === 'false' || proof === 'otherPerson';

/** The fields of an entry by their names in the sealed record. */
const buildSealedRecord = (access: Access): Record<string, unknown> => ({
  person_number: access.number,
  accessed_at: Date.parse(access.at),
  staff_number: access.staffNumber,
  role: access.role,
  agency_id: access.agency,
  purpose: access.purpose,
  case_number: access.caseNumber,
  kind: access.kind,
  call: access.call,
  fields: access.fields,
  result_count: access.resultCount,
});

/** Compares all fields of a record: an unknown field could contradict the entry. */
function compareRecord(access: Access, userId: string, record: unknown): ProofState {
  const { user_id: person, number, ...said } = Object(record) as Record<string, unknown>;
  const found: Record<string, unknown> = { ...said, accessed_at: Date.parse(String(said.accessed_at)) };
  const shown = buildSealedRecord(access);
  // The number of the access among those of the staff member is not shown.
  const isSame =
    Number.isSafeInteger(number) &&
    Object.keys(found).length === Object.keys(shown).length &&
    Object.entries(shown).every(([name, value]) => JSON.stringify(found[name]) === JSON.stringify(value));
  if (isSame && typeof person === 'string' && person !== userId) return 'otherPerson';
  return isSame && person === userId ? 'proved' : 'false';
}

function getStateWithoutProof({ at }: Access, isLogReadable: boolean): ProofState {
  return isLogReadable && Date.now() - Date.parse(at) < MILLISECONDS_TO_SEAL ? 'open' : 'unknown';
}

/** Returns the fault of the whole log in an error; null for another error. */
function getLogFault(error: unknown): LogFault | null {
  if (error instanceof KeyChanged) return 'keyChanged';
  if (error instanceof LogExchanged) return 'exchanged';
  return error instanceof LogBehind ? 'behind' : null;
}

async function openLog(log: SealedLog): Promise<LogState> {
  try {
    await log.open();
    return 'holds';
  } catch (error) {
    return getLogFault(error) ?? (error instanceof NotProved ? 'notSigned' : 'unknown');
  }
}

async function checkProof(
  proof: AccessProof,
  access: Access,
  log: SealedLog,
  userId: string,
): Promise<ProofState | LogFault> {
  try {
    return compareRecord(access, userId, await log.verify(proof));
  } catch (error) {
    return getLogFault(error) ?? (error instanceof NotProved ? 'false' : 'unknown');
  }
}

/** The result of comparing one log of the portal. */
interface Findings {
  readonly log: SealedLog;
  readonly opened: LogState;
  readonly entries: ReadonlyMap<Access, ProofState | LogFault>;
}

const createFindings = (): Findings => ({ log: new SealedLog(), opened: 'unknown', entries: new Map() });

/** The results, worst first. */
const logFaults: readonly LogFault[] = ['keyChanged', 'exchanged', 'notSigned', 'behind'];
const isFault = (state: string): state is LogFault => logFaults.some((fault) => fault === state);

function judgeLog({ opened, entries }: Findings): LogState {
  const states: readonly string[] = [opened, ...entries.values()];
  const worst = logFaults.find((fault) => states.includes(fault));
  if (worst !== 'behind') return worst ?? opened;
  // The newest checkpoint is published a moment after that of the proofs.
  return states.includes('proved') ? 'holds' : 'behind';
}

/**
 * Checks the proof of each entry: the entry must be in the sealed log, unchanged and about the signed-in person, and
 * the log must be the stored one.
 *
 * `seen` is the highest number that this browser found in the log on an earlier visit, undefined before it is read.
 */
export function useProofs(pages: readonly AccessPage[] | undefined) {
  const { id: subject, issuer } = useAccount();
  const [found, setFound] = useState(createFindings);
  const [person, setPerson] = useState<{ userId: string; seen: number }>();
  const { log } = found;
  useEffect(() => {
    let isOver = false;
    void getUserId(issuer, subject)
      .then(async (userId) => ({ userId, seen: await readSeenNumber(userId) }))
      .then((read) => !isOver && setPerson(read));
    return () => {
      isOver = true;
    };
  }, [issuer, subject]);
  useEffect(() => {
    void openLog(log).then((opened) =>
      setFound((before) => (before.log === log ? { ...before, opened } : before)),
    );
  }, [log]);
  useEffect(() => {
    if (person === undefined) return;
    for (const access of pages?.flatMap(({ items }) => items) ?? []) {
      if (access.proof === null) continue;
      void checkProof(access.proof, access, log, person.userId).then((state) => {
        if (state === 'proved') void storeSeenNumber(person.userId, access.number);
        setFound((before) =>
          before.log === log ? { ...before, entries: new Map(before.entries).set(access, state) } : before,
        );
      });
    }
  }, [pages, log, person]);
  const isLogReadable = pages?.every((page) => page.isLogReadable) ?? false;
  const logState = judgeLog(found);
  const getProof = (access: Access): ProofState => {
    if (isFault(logState)) return 'refused';
    if (access.proof === null) return getStateWithoutProof(access, isLogReadable);
    const state = found.entries.get(access) ?? 'checking';
    // Only the proof of this entry is behind the stored log.
    return isFault(state) ? 'unknown' : state;
  };
  return {
    getProof,
    log: logState,
    seen: person?.seen,
    /** Forgets the stored log, and trusts the current one. */
    trustAnew: () => {
      removeStoredLog();
      setFound(createFindings());
    },
  };
}
