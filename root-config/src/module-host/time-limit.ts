/** Nobody waits longer than this, in milliseconds, for a module that does not come to an end. */
export const unmountLimit = 1_000;

/** Resolves to what `work` resolves to, or rejects with what `onLate` makes when that takes longer than the limit. */
export async function withinTimeLimit<T>(work: Promise<T>, milliseconds: number, onLate: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLate()), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
