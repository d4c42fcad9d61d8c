import type { AnswerOf } from '@/lib/api/call';
import { postLoginActions } from '@/lib/journey/journey';

export type Preferences = AnswerOf<'/api/profile/contactpreferences', 'get'>;

/** The person's addresses that still wait for their code. */
export function unverifiedIn(preferences: Preferences | undefined): Preferences['addresses'] {
  return preferences?.savedAt ? preferences.addresses.filter(({ isVerified }) => !isVerified) : [];
}

/** Whether something is left to do in the profile. */
export function hasOpenSteps(action: number, preferences: Preferences | undefined): boolean {
  return action !== postLoginActions.dashboard || unverifiedIn(preferences).length > 0;
}
