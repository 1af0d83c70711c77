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

  /** Ends the last request. */
  let current = new AbortController();

  async function request(isStealing: boolean): Promise<void> {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    let stopLeading: (() => void) | undefined;
    try {
      await navigator.locks.request(lockName, isStealing ? { steal: true } : { signal }, () => {
        if (signal.aborted) return undefined;
        stopLeading = lead(false);
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      });
    } catch (error) {
      // Any other error means that another tab has stolen the lock, or that the request was aborted.
      const isDenied = error instanceof DOMException && error.name === 'SecurityError';
      if (isDenied && !signal.aborted) signal.addEventListener('abort', lead(true));
    }
    stopLeading?.();
    if (stopLeading && !signal.aborted) void request(false);
  }

  void request(false);
  return { steal: () => void request(true), release: () => current.abort() };
}
