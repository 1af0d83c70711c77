/** A step that takes longer counts as lost. */
const longestStepMilliseconds = 500;

/**
 * Takes a step to an entry of the history. Ends when the browser is at another entry, which may be that of an overtaking
 * step. Firefox 153 can lose an overtaken step, and then every later one to the same key: it is taken by its distance.
 */
export async function traverseTo(navigation: Navigation, key: string): Promise<void> {
  const { committed, finished } = navigation.traverseTo(key);
  // They reject if another step overtakes this one, and stay pending in Firefox.
  void Promise.allSettled([committed, finished]);
  if (await hasMoved(navigation)) return;
  const target = navigation.entries().find((entry) => entry.key === key);
  const distance = target && target.index - (navigation.currentEntry?.index ?? 0);
  // Zero would load the page anew.
  if (!distance) return;
  history.go(distance);
  await hasMoved(navigation);
}

function hasMoved(navigation: Navigation): Promise<boolean> {
  return new Promise((resolve) => {
    navigation.addEventListener('currententrychange', () => resolve(true), { once: true });
    setTimeout(resolve, longestStepMilliseconds, false);
  });
}
