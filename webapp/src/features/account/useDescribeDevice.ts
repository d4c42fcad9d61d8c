import { useLingui } from '@lingui/react/macro';
import type { SignIn } from './api';

/** Returns a function that describes the browser and the system of a sign-in. */
export function useDescribeDevice(): (signIn: Pick<SignIn, 'browser' | 'system'>) => string {
  const { t } = useLingui();
  return ({ browser, system }) => {
    if (browser !== null && system !== null) return t`${browser} on ${system}`;
    if (browser !== null) return t`${browser} on an unknown system`;
    if (system !== null) return t`Unknown browser on ${system}`;
    return t`Unknown browser`;
  };
}
