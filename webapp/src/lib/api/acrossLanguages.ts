import { useState } from 'react';
import type { Middleware } from 'swr';
import { getI18n } from '../i18n/language';

/**
 * Shows what was read in the language before until it has come in the new one, so that a page that changes its language
 * keeps everything that was typed.
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
