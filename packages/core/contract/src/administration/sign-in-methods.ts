/** The ways to sign in. A one-time code or a recovery code follows the password. */
export const signInMethods = [
  'password',
  'one-time-code',
  'recovery-code',
  'passkey',
  'provider',
  'emergency-link',
] as const;

/** The way of one sign-in, as the audit log records it: its last proof. */
export type SignInMethod = (typeof signInMethods)[number];
