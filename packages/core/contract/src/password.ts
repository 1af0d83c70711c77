import * as v from 'valibot';
import { commonPasswords } from './common-passwords';
import { emailSchema } from './sign-in-request';

/** The fewest characters of a new password. */
export const passwordMinLength = 10;

/** The most characters of a password: hashing longer ones would take too long. */
export const passwordMaxLength = 128;

/** A new password, 10 to 128 characters and not a common one. See also `isPasswordAllowedFor`. */
export const newPasswordSchema = v.pipe(
  v.string(),
  v.minLength(passwordMinLength, 'too-short'),
  v.maxLength(passwordMaxLength, 'too-long'),
  v.check((password) => !commonPasswords.has(password.toLowerCase()), 'too-common'),
);

/** Whether a password differs from the e-mail of its user and from the part before the @. */
export function isPasswordAllowedFor(email: string, password: string): boolean {
  const candidate = password.toLowerCase();
  const [localPart] = email.toLowerCase().split('@');
  return candidate !== email.toLowerCase() && candidate !== localPart;
}

/**
 * `PUT /auth/password`. `isPasswordAllowedFor` checks that the new password differs from the e-mail. A user without
 * a password sends no current one, and has confirmed the session within ten minutes.
 */
export const passwordChangeRequestSchema = v.object({
  current_password: v.exactOptional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024))),
  new_password: newPasswordSchema,
});

/** The body of `PUT /auth/password`. */
export type PasswordChangeRequest = v.InferOutput<typeof passwordChangeRequestSchema>;

/** A mailed code: six digits, which may be pasted with spaces. */
export const mailedCodeSchema = v.pipe(
  v.string(),
  v.transform((code) => code.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, 'code-malformed'),
);

/** `PUT /auth/recover` sets a new password by the mailed code, and may remove all passkeys, of which one is lost. */
export const passwordResetRequestSchema = v.pipe(
  v.object({
    email: emailSchema,
    code: mailedCodeSchema,
    password: newPasswordSchema,
    remove_passkeys: v.optional(v.boolean(), false),
  }),
  v.check(({ email, password }) => isPasswordAllowedFor(email, password), 'same-as-email'),
);
