/** A call without success. `status` is 0 without a usable answer; `message` is the server's, in the user's language, or empty. */
export class OperatorFailure extends Error {
  override readonly name = 'OperatorFailure';

  constructor(
    readonly status: number,
    readonly code: string,
    message = '',
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}
