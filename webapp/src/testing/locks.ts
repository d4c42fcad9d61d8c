type Work = (lock: Lock | null) => unknown;

/** Adds Web Locks to jsdom; returns a function that removes them. */
export function stubLocks(): () => void {
  const locked = new Set<string>();
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> => {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
    if (options.ifAvailable && locked.has(name)) return Promise.resolve(work(null));
    const result = (queues.get(name) ?? Promise.resolve()).then(async () => {
      locked.add(name);
      try {
        return await work({ name, mode: 'exclusive' });
      } finally {
        locked.delete(name);
      }
    });
    queues.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
