import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { resetStores } from '@/lib/store';
import { clearPage } from './browser';
import { server } from './server';
import { expectNoComplaint, listenForComplaints } from './complaints';
import './computedStyle';
import './waiting';

listenForComplaints();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearPage();
  resetStores();
  server.resetHandlers();
  expectNoComplaint();
});

afterAll(() => server.close());
