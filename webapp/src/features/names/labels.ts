import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { entityLabels } from '@/components/businessLabels';
import { type NameEntity } from '@/components/planning/nameLinks';
import type { Matched, NameCheck, NameStatus, Reason, Reservation, Word } from './api';
import type { Mode } from './names';

type Labels<K extends string> = Readonly<Record<K, MessageDescriptor>>;

const { corporation, llc, llp, lp, nonprofit, pllc, professionalCorporation } = entityLabels;

export const nameEntityLabels: Labels<NameEntity> = {
  llc,
  pllc,
  corporation,
  professionalCorporation,
  nonprofit,
  llp,
  lp,
  tradeName: msg`Trade name`,
};

export const statusLabels: Labels<NameStatus> = {
  active: msg`Active`,
  reserved: msg`Reserved`,
  registered: msg`Registered`,
  pendingAdministrativeDissolution: msg`Administrative dissolution pending`,
  administrativelyDissolved: msg`Administratively dissolved`,
  inactive: msg`Inactive`,
  dissolved: msg`Dissolved`,
  withdrawn: msg`Withdrawn`,
  merged: msg`Merged into another`,
  converted: msg`Converted into another kind`,
  revoked: msg`Revoked`,
  expired: msg`Expired`,
  cancelled: msg`Canceled`,
  pending: msg`Filed, under review`,
};

export const modeLabels: Labels<Mode> = {
  asYouType: msg`Starts with it`,
  contains: msg`Contains it`,
  similar: msg`Has a slightly different spelling`,
  soundsLike: msg`Sounds like it`,
};

export const matchedLabels: Labels<Matched> = {
  beginning: msg`Starts with what you typed`,
  words: msg`Has words that start like yours`,
  contains: msg`Contains what you typed`,
  similar: msg`Similar spelling`,
  soundsLike: msg`Sounds like what you typed`,
};

export const severityHeadings: Labels<Reason['severity']> = {
  blocks: msg`Reasons`,
  needsReview: msg`Needs staff review`,
  tells: msg`Good to know`,
};

export const outcomeLabels: Labels<Exclude<Word['outcome'], 'replaced'>> = {
  kept: msg`Compared as typed`,
  ignored: msg`Not compared`,
};

export const verdictKinds: Readonly<Record<NameCheck['verdict'], 'success' | 'warning' | 'error'>> = {
  available: 'success',
  needsReview: 'warning',
  unavailable: 'error',
};

export const reservationLabels: Labels<Reservation['status']> = {
  active: msg`Reserved for you`,
  expired: msg`Ended`,
  givenUp: msg`Released`,
  used: msg`Used by your approved filing`,
};

/** Returns the office that registers names of an entity type. */
export const getRegisterLabel = (entityType: NameEntity): MessageDescriptor =>
  entityType === 'lp' || entityType === 'llp' || entityType === 'tradeName'
    ? msg`Secretary of State`
    : msg`Corporation Commission`;
