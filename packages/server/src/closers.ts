/** What has to be closed, each time before what was opened before it. */
export interface Closers {
  add(close: () => Promise<void>): void;
  /** Closes everything, the last first; called again, it waits for the same. */
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    for (const close of closers.reverse()) await close();
  }
  return {
    add: (close) => closers.push(close),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
