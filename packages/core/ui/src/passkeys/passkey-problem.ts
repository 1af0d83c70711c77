// A separate entry, without the schemas of `ask-browser.ts`, for chunks that load before it.

/** Whether this browser has passkeys. At an IP address it has, but refuses to use them. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Why a browser gave no passkey: the user cancelled or waited too long, the authenticator has one, or it cannot. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'unsupported';

const problems: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  NotSupportedError: 'unsupported',
  SecurityError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Explains the error of a browser that gave no passkey (Web Authentication Level 3, 5.1.3 and 5.1.4). */
export function findPasskeyProblem(error: unknown): PasskeyProblem | undefined {
  return error instanceof DOMException ? problems[error.name] : undefined;
}
