/** How a test waits for the page; read once, however many files there are. */
import { configure, getConfig } from '@testing-library/react';
import { waitLimit } from './browser';

configure(({ getElementError }) => ({
  asyncUtilTimeout: waitLimit,
  // Waiting looks again at each change of the page; what the page looks like is only said when the wait is over.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
}));
