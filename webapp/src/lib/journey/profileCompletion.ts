import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useRead, type ReadKey } from '../api/useRead';

const path = '/api/profile/completed';

/** Returns true if the signed-in person's profile is complete; false until that is known. */
export function useProfileCompletion(): boolean {
  const { data } = useRead(path, { lifetime: 'session', revalidateIfStale: false });
  return data?.isCompleted ?? false;
}

/** Reads the completed steps of the signed-in person's profile, again for each page that shows them. */
export function useProfileSteps() {
  return useRead(path, { lifetime: 'session' });
}

/** Returns a function that reads the completed steps again after a part of the profile was saved. */
export function useRefreshProfile(): () => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(async () => {
    await mutate((key) => (key as ReadKey | undefined)?.[0] === path);
  }, [mutate]);
}
