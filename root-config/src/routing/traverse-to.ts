/** A step that takes longer counts as lost. */
const stepTimeout = 1_000;

/**
 * Goes to an entry of the history. Ends when the browser is at another entry, which may be the target of a newer step.
 * Firefox 153 can lose an interrupted step, and then every later step to the same key; `history.go` still works.
 */
export async function traverseTo(navigation: Navigation, key: string): Promise<void> {
  const { committed, finished } = navigation.traverseTo(key);
  // They reject if a newer step interrupts this one, and stay pending in Firefox.
  void Promise.allSettled([committed, finished]);
  if (await hasMoved(navigation)) return;
  const target = navigation.entries().find((entry) => entry.key === key);
  const distance = target && target.index - (navigation.currentEntry?.index ?? 0);
  // Zero would reload the page.
  if (!distance) return;
  history.go(distance);
  await hasMoved(navigation);
}

/** Resolves to whether the browser reaches another entry in time. */
function hasMoved(navigation: Navigation): Promise<boolean> {
  const from = navigation.currentEntry?.key;
  const isElsewhere = () => navigation.currentEntry?.key !== from;
  return new Promise((resolve) => {
    // A module may replace the state of the entry meanwhile, which is a change as well.
    const onChange = () => isElsewhere() && end();
    const end = () => {
      clearTimeout(timer);
      navigation.removeEventListener('currententrychange', onChange);
      resolve(isElsewhere());
    };
    const timer = setTimeout(end, stepTimeout);
    navigation.addEventListener('currententrychange', onChange);
  });
}
