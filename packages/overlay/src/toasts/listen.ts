/** Hears events on their way down, before anybody can stop them; the returned function ends it. */
export function listen(target: EventTarget, types: readonly string[], onEvent: (event: Event) => void): () => void {
  for (const type of types) target.addEventListener(type, onEvent, { capture: true });
  return () => {
    for (const type of types) target.removeEventListener(type, onEvent, { capture: true });
  };
}
