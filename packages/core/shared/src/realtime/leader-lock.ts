const lockName = 'portico:realtime';

/** A request of this tab to lead the tabs of its origin. */
export interface LeaderLock {
  /** Takes the lead from a tab that does not answer. */
  steal(): void;
  /** Ends the lead, or leaves the queue. */
  release(): void;
}

/**
 * Queues for the lead. One tab of an origin leads, until it is closed or discarded. Without Web Locks (no secure context,
 * or a browser without storage) every tab leads itself.
 * @param lead called once this tab leads; `isAlone` without locks. It returns a function to call when the lead ends.
 */
export function requestLead(lead: (isAlone: boolean) => () => void): LeaderLock {
  if (!navigator.locks) return { steal() {}, release: lead(true) };

  let isReleased = false;
  let requests = 0;
  let queued = new AbortController();
  let release: (() => void) | undefined;

  async function request(options: LockOptions): Promise<void> {
    requests += 1;
    const own = requests;
    let stopLeading: (() => void) | undefined;
    try {
      await navigator.locks.request(lockName, options, () => {
        if (isReleased || own !== requests) return undefined;
        stopLeading = lead(false);
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
    } catch (error) {
      // Any other error means that another tab has stolen the lock, or that the request was aborted.
      const isDenied = error instanceof DOMException && error.name === 'SecurityError';
      if (isDenied && !isReleased) release = lead(true);
    }
    stopLeading?.();
    if (stopLeading && !isReleased && own === requests) wait();
  }

  function wait(): void {
    queued = new AbortController();
    void request({ signal: queued.signal });
  }

  wait();
  return {
    steal() {
      const waiting = queued;
      void request({ steal: true });
      waiting.abort();
    },
    release() {
      isReleased = true;
      queued.abort();
      release?.();
    },
  };
}
