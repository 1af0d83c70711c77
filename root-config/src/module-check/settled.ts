const quiet = 300;
const patience = 5_000;

/** Resolves once nothing more is fetched: lazy chunks and effects come after the first commit. Not for ever: some poll. */
export async function settled(): Promise<void> {
  const giveUpAt = Date.now() + patience;
  for (let before = -1; before !== fetched() && Date.now() < giveUpAt; ) {
    before = fetched();
    await new Promise((resolve) => setTimeout(resolve, quiet));
  }
}

function fetched(): number {
  return performance.getEntriesByType('resource').length;
}
