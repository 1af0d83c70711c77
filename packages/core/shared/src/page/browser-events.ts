/**
 * Listens to events of several types.
 * @returns stops listening
 */
export function listen(
  target: EventTarget,
  types: readonly string[],
  onEvent: (event: Event) => void,
  options: AddEventListenerOptions = {},
): () => void {
  for (const type of types) target.addEventListener(type, onEvent, options);
  return () => {
    for (const type of types) target.removeEventListener(type, onEvent, options);
  };
}

/** Several events report one wake-up. */
const shortestGap = 1_000;

/**
 * Calls `onWakeUp` when the page may have slept or been offline: it becomes visible, gets the focus, is online again,
 * or comes back from the back-forward cache.
 * @returns stops it
 */
export function onWake(onWakeUp: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const onEvent = (event: Event) => {
    // Also the first load of a page has this event.
    if ('persisted' in event && !event.persisted) return;
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - last) < shortestGap) return;
    last = Date.now();
    onWakeUp();
  };
  const undo = [
    listen(document, ['visibilitychange'], onEvent),
    listen(window, ['focus', 'online', 'pageshow'], onEvent),
  ];
  return () => {
    for (const end of undo) end();
  };
}

/**
 * Calls `onChange` when the permission to show notifications may have changed. Not every browser reports that; then it
 * is noticed when the user returns from the settings.
 * @returns stops it
 */
export function onPermissionChange(onChange: () => void): () => void {
  const undo = [listen(window, ['focus'], onChange)];
  let isOver = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => {
      if (!isOver) undo.push(listen(status, ['change'], onChange));
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    for (const end of undo) end();
  };
}
