/** A build cannot be read or checked; the message is one sentence for the user. */
export class CheckError extends Error {
  override readonly name = 'CheckError';
}
