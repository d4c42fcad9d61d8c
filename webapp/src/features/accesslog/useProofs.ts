import { useEffect, useState } from 'react';
import { NotProved } from '@/lib/accessLog/notProved';
import { type AccessProof, SealedLog } from '@/lib/accessLog/sealedLog';
import type { Access, AccessPage } from './api';

/** The sealer runs each minute and `AccessLogUnsealed` alarms after five; after ten, no seal is expected any more. */
const MILLISECONDS_TO_SEAL = 10 * 60_000;

/** `open` is not sealed yet, which takes a minute; `unknown` could not be checked now. */
export type ProofState = 'open' | 'checking' | 'proved' | 'false' | 'unknown';

/** The fields of an entry by their names in the sealed record, so that an entry cannot say something else. */
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

async function check(proof: AccessProof, access: Access, log: SealedLog): Promise<ProofState> {
  try {
    return saysTheSame(access, await log.verify(proof)) ? 'proved' : 'false';
  } catch (error) {
    return error instanceof NotProved ? 'false' : 'unknown';
  }
}

/** The proof of each entry: whether this browser finds the entry in the sealed log, word for word. */
export function useProofs(pages: readonly AccessPage[] | undefined): (access: Access) => ProofState {
  const [log] = useState(() => new SealedLog());
  const [checked, setChecked] = useState<ReadonlyMap<Access, ProofState>>(new Map());
  useEffect(() => {
    for (const access of pages?.flatMap(({ items }) => items) ?? []) {
      if (access.proof === null) continue;
      void check(access.proof, access, log).then((state) =>
        setChecked((before) => new Map(before).set(access, state)),
      );
    }
  }, [pages, log]);
  const isLogReadable = pages?.every((page) => page.isLogReadable) ?? false;
  return (access) =>
    access.proof === null ? withoutProof(access, isLogReadable) : (checked.get(access) ?? 'checking');
}
