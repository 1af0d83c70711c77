interface Waiting {
  grant(): void;
}

/**
 * Web Locks, which jsdom lacks, for the tabs that a test runs in one page: exclusive ones, with what the shell uses of
 * them.
 */
export function supportLocks(): void {
  const holders = new Map<string, { reject(error: unknown): void }>();
  const queues = new Map<string, Waiting[]>();

  function next(name: string): void {
    holders.delete(name);
    queues.get(name)?.shift()?.grant();
  }

  async function request(
    name: string,
    first: LockOptions | ((lock: object | null) => unknown),
    second?: (lock: object | null) => unknown,
  ): Promise<unknown> {
    const options = typeof first === 'function' ? {} : first;
    const callback = typeof first === 'function' ? first : second;
    if (options.ifAvailable && holders.has(name)) return callback?.(null);
    if (options.steal) {
      holders.get(name)?.reject(new DOMException('stolen', 'AbortError'));
      holders.delete(name);
    } else if (holders.has(name)) {
      await new Promise<void>((grant, reject) => {
        const waiting = { grant };
        queues.set(name, [...(queues.get(name) ?? []), waiting]);
        options.signal?.addEventListener('abort', () => {
          queues.set(name, queues.get(name)?.filter((other) => other !== waiting) ?? []);
          reject(new DOMException('aborted', 'AbortError'));
        });
      });
    }
    return new Promise((resolve, reject) => {
      const holder = { reject };
      holders.set(name, holder);
      Promise.resolve(callback?.({ name }))
        .then(resolve, reject)
        .finally(() => {
          if (holders.get(name) === holder) next(name);
        });
    });
  }

  Object.assign(navigator, { locks: { request } });
}
