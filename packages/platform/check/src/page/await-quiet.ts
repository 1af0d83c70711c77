/** How long no file may be fetched, in milliseconds. */
const quietTime = 300;
/** Afterwards the check goes on, because some modules poll; in milliseconds. */
const timeout = 5_000;

/** Resolves once nothing more is fetched: lazy chunks and effects come after the first commit. */
export async function awaitQuiet(): Promise<void> {
  const deadline = Date.now() + timeout;
  for (let before = -1; before !== countFetched() && Date.now() < deadline; ) {
    before = countFetched();
    await new Promise((resolve) => setTimeout(resolve, quietTime));
  }
}

function countFetched(): number {
  return performance.getEntriesByType('resource').length;
}
