type Work = (lock: Lock | null) => unknown;

/** Gives jsdom the locks of a browser, of which it has none; answers what takes them away again. */
export function provideLocks(): () => void {
  const held = new Set<string>();
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, ...rest: [Work] | [LockOptions, Work]): Promise<unknown> => {
    const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
    if (options.ifAvailable && held.has(name)) return Promise.resolve(work(null));
    const result = (queues.get(name) ?? Promise.resolve()).then(async () => {
      held.add(name);
      try {
        return await work({ name, mode: 'exclusive' });
      } finally {
        held.delete(name);
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
