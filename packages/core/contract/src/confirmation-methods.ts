/** Ways to prove again who one is before a dangerous step. */
export const confirmationMethods = ['password', 'code', 'passkey', 'provider', 'mailed-code'] as const;

/** One of the ways. `mailed-code` is for users without a password: `POST /auth/confirmation/code` mails it. */
export type ConfirmationMethod = (typeof confirmationMethods)[number];
