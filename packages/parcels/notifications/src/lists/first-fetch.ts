/** How long the lists wait for a delivery, in milliseconds. */
const timeout = 3_000;

let held = Promise.resolve();
let release = () => {};

/**
 * Makes the first fetch of the lists wait for `startFetching`: fetched before a delivery has started, the lists would
 * have to be fetched again then, for the messages in between.
 */
export function holdFirstFetch(): void {
  release();
  let timer: ReturnType<typeof setTimeout> | undefined;
  held = new Promise((resolve) => {
    timer = setTimeout(resolve, timeout);
    release = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Lets the lists be fetched: messages arrive from now on, or will not soon, or the user asks for the lists. */
export function startFetching(): void {
  release();
}

/** Resolves when the lists may be fetched. */
export function untilFetchable(): Promise<void> {
  return held;
}
