/** A command cannot do its work; the message is one sentence for who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
