const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits until somebody ends this process, which then goes on to tidy up, or until `work` ends; gives what that resolves to. */
export async function untilInterrupted<T>(work: Promise<T> = new Promise(() => {})): Promise<T | undefined> {
  let interrupt = () => {};
  const interruption = new Promise<undefined>((resolve) => {
    interrupt = () => resolve(undefined);
  });
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await Promise.race([work, interruption]);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
