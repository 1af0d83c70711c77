/** How long the page waits for a module to unmount, in milliseconds. */
export const unmountTimeout = 1_000;

/** Resolves or rejects as `work` does; rejects with the result of `createError` once the limit has passed. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, createError: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`, but no longer than the limit; resolves to `undefined` if it is late or fails. */
export function waitAtMost<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return withTimeout(work, milliseconds, () => new Error('late')).catch(() => undefined);
}
