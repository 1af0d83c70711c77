/** A command failed; the message is one sentence for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
