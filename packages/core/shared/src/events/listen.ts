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
