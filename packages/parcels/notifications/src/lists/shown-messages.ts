type Id = number | string;

/** Functions that close the messages on screen and in the queue, by id as text: pushes have no numbers. */
const shown = new Map<string, () => void>();

/** More than toasts and the system show. Those that closed by themselves are among them. */
const maxShown = 200;

/** Adds a message, which `closeMessages` closes once the user has read it somewhere else. */
export function addMessage(id: Id, close: () => void): void {
  shown.set(String(id), close);
  const [oldest] = shown.keys();
  if (shown.size > maxShown && oldest !== undefined) shown.delete(oldest);
}

/** Closes messages that were read, so that the queue does not show or announce them later. */
export function closeMessages(ids: readonly Id[] | 'all' | ((id: string) => boolean)): void {
  const isRead = typeof ids === 'function' ? ids : (id: string) => ids === 'all' || ids.map(String).includes(id);
  for (const [id, close] of shown) {
    if (!isRead(id)) continue;
    shown.delete(id);
    close();
  }
}
