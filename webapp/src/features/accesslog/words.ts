import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Access } from './api';
import type { ProofState } from './useProofs';

/** The seen or changed parts of a record. */
export const fieldTexts: Readonly<Record<Access['fields'][number], MessageDescriptor>> = {
  addresses: msg`your contact addresses`,
  applications: msg`your applications`,
  birthYear: msg`your year of birth`,
  connections: msg`your connections`,
  county: msg`your county`,
  dashboard: msg`your dashboard`,
  deliveries: msg`which notices were sent, and whether they arrived`,
  email: msg`a part of your email address`,
  locks: msg`your lockouts`,
  name: msg`your name`,
  questions: msg`your question to support`,
  registration: msg`when and how you registered`,
  state: msg`your next step`,
  terms: msg`your answers to the terms`,
  unread: msg`how many messages are unread`,
};

export const purposeTexts: Readonly<Record<Access['purpose'], MessageDescriptor>> = {
  'resident-asked': msg`You asked for help`,
  complaint: msg`Complaint`,
  'fraud-check': msg`Suspected fraud`,
  'legal-request': msg`Legal request`,
  'quality-check': msg`Quality check of staff work`,
};

/** The sentences of changes, by call; a call that changed nothing counts as a view. */
const changes: Readonly<Record<string, (who: string) => MessageDescriptor>> = {
  'POST /api/users/{id}/contact/{channel}/allow': (who) =>
    msg`${who} allowed a change to your contact address`,
  'POST /api/users/{id}/notices/{message}/{channel}/resend': (who) =>
    msg`${who} sent you a failed notice again`,
  'POST /api/users/{id}/locks/{lock}/lift': (who) => msg`${who} ended your lockout`,
  'POST /api/users/{id}/questions/{question}/answer': (who) => msg`${who} answered your question`,
  'POST /api/users/{id}/reloaddashboard': (who) => msg`${who} reloaded your dashboard`,
  'DELETE /api/users/{id}/cleardashboard': (who) => msg`${who} cleared your dashboard`,
  'POST /api/users/{id}/restoredashboard': (who) => msg`${who} restored your dashboard`,
};

const isSearch = ({ call }: Access) => call.endsWith('/search');

/** Returns true for a view that needs no sentence besides the fields seen. */
export const isPlainView = (access: Access) => access.kind === 'view' && !isSearch(access);

/** Returns a sentence for an access, without its end. */
export function describeAccess(access: Access, who: string): MessageDescriptor {
  const { call, kind } = access;
  const known = changes[call];
  if (known && kind === 'change') return known(who);
  if (isSearch(access)) return msg`${who} found you in a search`;
  return kind === 'change' ? msg`${who} changed your record` : msg`${who} viewed your record`;
}

/** Describes a staff member without a name; `agencyName` names an agency by its id. */
export function describeStaff(
  { agency, role }: Access,
  agencyName: (id: string) => string,
): MessageDescriptor {
  if (agency !== null) {
    const name = agencyName(agency);
    return msg`Staff at ${name}`;
  }
  if (role === 'admin') return msg`Portal administration`;
  return role === 'support' ? msg`Portal support` : msg`A government employee`;
}

export const proofTexts: Readonly<Record<ProofState, MessageDescriptor>> = {
  open: msg`Proof available in about a minute`,
  checking: msg`Checking in your browser…`,
  proved: msg`Checked in your browser: matches the sealed log`,
  false: msg`This does not match the sealed log. Write to the privacy officer.`,
  otherPerson: msg`The sealed log has this under another person. Write to the privacy officer.`,
  refused: msg`Not proved: see the message at the top`,
  unknown: msg`Could not be checked right now`,
};
