import { useEffect, useState } from 'react';
import type { SealedLog } from '@/lib/accessLog/sealedLog';
import { NotProved } from '@/lib/accessLog/notProved';
import type { Access } from './api';

/** The sealer runs each minute, and after five the alarm `AccessLogUnsealed` tells: at twice that nothing is on its way. */
const MILLISECONDS_TO_SEAL = 10 * 60_000;

/** `open` is not sealed yet, which takes a minute; `unknown` could not be checked now. */
export type ProofState = 'open' | 'checking' | 'proved' | 'false' | 'unknown';

/** What the sealed record says under other names, so that an entry cannot say something else. */
const sealedOf = (access: Access): Record<string, unknown> => ({
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

function saysTheSame(access: Access, record: unknown): boolean {
  const sealed = Object(record) as Record<string, unknown>;
  const found = { ...sealed, accessed_at: Date.parse(String(sealed.accessed_at)) };
  return Object.entries(sealedOf(access)).every(
    ([name, value]) => JSON.stringify(found[name as keyof typeof found]) === JSON.stringify(value),
  );
}

function withoutProof({ at }: Access, isLogReadable: boolean): ProofState {
  return isLogReadable && Date.now() - Date.parse(at) < MILLISECONDS_TO_SEAL ? 'open' : 'unknown';
}

async function stateOf(access: Access, log: SealedLog, isLogReadable: boolean): Promise<ProofState> {
  if (access.proof === null) return withoutProof(access, isLogReadable);
  try {
    return saysTheSame(access, await log.verify(access.proof)) ? 'proved' : 'false';
  } catch (error) {
    return error instanceof NotProved ? 'false' : 'unknown';
  }
}

/**
 * Whether this browser finds the entry in the sealed log, word for word.
 *
 * @param isLogReadable whether the portal could read the log when it answered
 */
export function useProof(access: Access, log: SealedLog, isLogReadable: boolean): ProofState {
  const [state, setState] = useState<ProofState>(
    access.proof === null ? withoutProof(access, isLogReadable) : 'checking',
  );
  useEffect(() => {
    let isWanted = true;
    void stateOf(access, log, isLogReadable).then((found) => {
      if (isWanted) setState(found);
    });
    return () => {
      isWanted = false;
    };
  }, [access, log, isLogReadable]);
  return state;
}
