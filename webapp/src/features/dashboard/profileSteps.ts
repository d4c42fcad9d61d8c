import { postLoginActions } from '@/lib/journey/journey';
import type { Preferences } from './api';

/** The person's addresses that still wait for their code. */
export function unverifiedIn(preferences: Preferences | undefined): Preferences['addresses'] {
  return preferences?.savedAt ? preferences.addresses.filter(({ isVerified }) => !isVerified) : [];
}

/** Whether something is left to do in the profile. */
export function hasOpenSteps(action: number, preferences: Preferences | undefined): boolean {
  return action !== postLoginActions.dashboard || unverifiedIn(preferences).length > 0;
}
