/** The server cannot start. The message is one sentence that tells the operator what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The code of an error of the operating system, such as `EEXIST`; `undefined` for any other error. */
export function systemErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
