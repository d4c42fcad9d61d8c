import { vi } from 'vitest';

/** Makes the browser forbid storages for the rest of the test: reading the property of the window throws. */
export function forbidStorages(
  names: readonly ('localStorage' | 'sessionStorage')[] = ['localStorage', 'sessionStorage'],
) {
  for (const name of names)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
}

/** Makes both storages of the browser full for the rest of the test. */
export function fillStorages(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}
