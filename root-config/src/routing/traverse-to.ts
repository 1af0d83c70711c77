/** A step that takes longer counts as lost. */
const longestStepMilliseconds = 500;

/**
 * Takes a step to an entry of the history. Ends when the browser is at another entry, which may be that of an overtaking
 * step. Firefox 153 can lose an overtaken step: its promises stay pending, and later steps to the same key wait for them.
 * Then the step is taken by its distance.
 */
export async function traverseTo(navigation: Navigation, key: string): Promise<void> {
  const { committed, finished } = navigation.traverseTo(key);
  // They reject if another step overtakes this one, or if the entry is gone.
  if (await hasEnded(navigation, Promise.allSettled([committed, finished]))) return;
  const target = navigation.entries().find((entry) => entry.key === key);
  const distance = (target?.index ?? 0) - (navigation.currentEntry?.index ?? 0);
  // Zero would load the page anew.
  if (!target || distance === 0) return;
  history.go(distance);
  await hasEnded(navigation);
}

async function hasEnded(navigation: Navigation, settled?: Promise<unknown>): Promise<boolean> {
  let timer: number | undefined;
  const lost = new Promise<false>((resolve) => {
    timer = window.setTimeout(resolve, longestStepMilliseconds, false);
  });
  const changed = new Promise<true>((resolve) => {
    navigation.addEventListener('currententrychange', () => resolve(true), { once: true });
  });
  const ended = await Promise.race([lost, changed, ...(settled ? [settled.then(() => true)] : [])]);
  clearTimeout(timer);
  return ended;
}
