import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { server } from './server';

// The first page of a test file waits for every module behind it.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom lacks of a browser.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
/** Nothing is ever near the screen: there is none. */
class NoIntersections {
  observe = () => undefined;
  unobserve = () => undefined;
}
Object.assign(window, { IntersectionObserver: NoIntersections });
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

afterAll(async () => {
  server.close();
  // The progress bar goes a moment after the last request; its timers must not outlive the document.
  await vi
    .waitUntil(() => document.getElementById('nprogress') === null, { timeout: 2_000 })
    .catch(() => undefined);
});
