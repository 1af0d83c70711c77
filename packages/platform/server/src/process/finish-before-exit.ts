const underWay = new Set<Promise<unknown>>();

/** Remembers work that a signal must not end half-way, until it is done. */
export function finishBeforeExit<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work);
  const forget = () => underWay.delete(work);
  work.then(forget, forget);
  return work;
}

/** Resolves when no such work is under way. */
export async function allFinished(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}
