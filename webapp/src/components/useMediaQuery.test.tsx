import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMediaQuery } from './useMediaQuery';

const wide = '(min-width: 64em)';

/** Sets the matching media queries, and returns a function that changes them. */
function stubMedia(...matching: string[]): (...next: string[]) => void {
  let listed = matching;
  const listeners = new Set<() => void>();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: listed.includes(media),
        addEventListener: (_: string, listener: () => void) => listeners.add(listener),
        removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
      }) as unknown as MediaQueryList,
  );
  return (...next) => {
    listed = next;
    act(() => listeners.forEach((listener) => listener()));
  };
}

afterEach(() => void vi.restoreAllMocks());

it('changes with the width of the window', () => {
  const change = stubMedia(wide);
  const { result } = renderHook(() => useMediaQuery(wide));
  change();
  expect(result.current).toBe(false);
  change(wide);
  expect(result.current).toBe(true);
});

it('keeps its value while the page prints', () => {
  const change = stubMedia(wide);
  const { result } = renderHook(() => useMediaQuery(wide));
  change('print');
  expect(result.current).toBe(true);
  change();
  expect(result.current).toBe(false);
});
