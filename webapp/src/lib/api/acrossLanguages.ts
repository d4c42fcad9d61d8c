import { useState } from 'react';
import type { Middleware } from 'swr';
import { getI18n } from '../i18n/language';

/**
 * Shows the data in the previous language until the data in the new one arrives, so that a change of language keeps the
 * typed text.
 */
export const keepAcrossLanguages: Middleware = (useNext) =>
  function useAcrossLanguages(key, fetcher, options) {
    const [shown, setShown] = useState('');
    const read = Array.isArray(key) && JSON.stringify(key.filter((part) => part !== getI18n().locale));
    const keepPreviousData = read === shown || !!options.keepPreviousData;
    const response = useNext(key, fetcher, { ...options, keepPreviousData });
    if (read && response.data !== undefined && read !== shown) setShown(read);
    return response;
  };
