/** Configures the waiting of tests once for all files. */
import { configure, getConfig } from '@testing-library/react';
import { waitLimit } from './browser';

configure(({ getElementError }) => ({
  asyncUtilTimeout: waitLimit,
  // Waiting checks again at each change of the page; describe the page only when the wait is over.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
}));
