import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { server } from './server';

// The first page of a test file waits for every module behind it, on a busy machine for long.
configure({ asyncUtilTimeout: 25_000 });

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

type Begin = (work: TimerHandler, milliseconds?: number, ...given: unknown[]) => number;
const timers = new Set<number>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin = Reflect.get(window, name) as Begin;
  const kept: Begin = (...given) => {
    const timer = begin(...given);
    timers.add(timer);
    return timer;
  };
  Reflect.set(window, name, Object.assign(kept, begin));
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));

afterEach(() => {
  cleanup();
  server.resetHandlers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

afterAll(() => {
  server.close();
  // The progress bar, for one, goes a moment after the last request; no timer may outlive the document.
  for (const timer of timers) window.clearTimeout(timer);
});
