import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Applications, Card, Case, Connections, Contact, Found, Person } from './api';

type Words<K extends string | number> = Readonly<Record<K, MessageDescriptor>>;

export const purposes: Words<Case['purpose']> = {
  'resident-asked': msg`The person asked for help`,
  complaint: msg`Complaint`,
  'fraud-check': msg`Suspected fraud`,
  'legal-request': msg`Legal request`,
  'quality-check': msg`Quality check`,
};

/** The next step of a person after signing in. */
export const nextSteps: Words<NonNullable<Person['state']>> = {
  1: msg`Everything is set up`,
  2: msg`Not registered`,
  3: msg`Must decide on the terms`,
  4: msg`Must set contact preferences`,
};

/** The same for people that a search found. */
export const foundStates: Words<NonNullable<Found['items'][number]['state']>> = {
  active: nextSteps[1],
  termsNotAccepted: nextSteps[3],
  contactPreferencesMissing: nextSteps[4],
};

export const channels: Words<Contact['addresses'][number]['channel']> = {
  email: msg`Email`,
  text: msg`Text message`,
};

export const addressStates: Words<Contact['addresses'][number]['status']> = {
  usable: msg`Active`,
  bounced: msg`Email bounced`,
  complained: msg`Reported as spam`,
  stopped: msg`Stopped by the person`,
};

export const deliveryStates: Words<Contact['deliveries'][number]['state']> = {
  waiting: msg`Waiting`,
  sending: msg`Being sent`,
  accepted: msg`Accepted by the network`,
  delivered: msg`Delivered`,
  bounced: msg`Bounced`,
  complained: msg`Reported as spam`,
  failed: msg`Failed`,
  unknown: msg`Unknown`,
  notSent: msg`Not sent`,
};

export const deliveryReasons: Words<NonNullable<Contact['deliveries'][number]['reason']>> = {
  quietHours: msg`quiet hours`,
  dailyDigest: msg`in the daily email`,
  tryAgain: msg`will be retried`,
  preferences: msg`turned off in preferences`,
  noAddress: msg`there is no address`,
  unverified: msg`the address is not verified`,
  stopped: msg`the person stopped it`,
  bounced: msg`an earlier one bounced`,
  complained: msg`an earlier one was reported as spam`,
  alreadyRead: msg`the message was already read`,
  noAnswer: msg`the network did not answer`,
  refused: msg`the network refused it`,
};

export const applicationStates: Words<Applications['items'][number]['state']> = {
  draft: msg`Draft`,
  submitted: msg`Submitted`,
  received: msg`Received`,
  inReview: msg`In review`,
  needsInformation: msg`More information needed`,
  approved: msg`Approved`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
};

export const termsOutcomes: Words<NonNullable<Person['terms']>[number]['outcome']> = {
  accepted: msg`accepted`,
  declined: msg`declined`,
};

export const faults: Words<NonNullable<Connections['items'][number]['lastFailure']>['fault']> = {
  unreachable: msg`its server could not be reached`,
  late: msg`it did not answer in time`,
  tooLarge: msg`its answer was too large`,
  redirected: msg`its server sent the portal to another address`,
  unauthorised: msg`it refused the portal’s signature`,
  failed: msg`it answered with an error`,
  malformed: msg`its answer did not follow the agreed format`,
};

export const cardOutcomes: Words<Card['outcome']> = {
  reloaded: msg`Answered`,
  unavailable: msg`No answer`,
  revoked: msg`The agency withdrew the record`,
  withdrawn: msg`The agency no longer offers this`,
  postponed: msg`Time ran out before we asked. Reload again.`,
};
