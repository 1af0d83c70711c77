/** An error that prevents the start. The message tells the operator in one sentence what to do. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns the code of a system error, such as `EEXIST`; `undefined` for other errors. */
export function systemErrorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
