/** The server cannot start; the message is one sentence for the operator and says what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
