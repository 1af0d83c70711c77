import * as v from 'valibot';
import { emailSchema } from './auth';
import { commonPasswords } from './common-passwords';

export const passwordMinLength = 10;
export const passwordMaxLength = 128;

/**
 * A new password (design, section 8): 10 to 128 characters and not one of the common ones.
 * That it differs from the e-mail is checked where both are known, by `isPasswordAllowedFor`.
 */
export const newPasswordSchema = v.pipe(
  v.string(),
  v.minLength(passwordMinLength, 'too-short'),
  v.maxLength(passwordMaxLength, 'too-long'),
  v.check((password) => !commonPasswords.has(password.toLowerCase()), 'too-common'),
);

/** Whether a password that meets `newPasswordSchema` may be used by the owner of this e-mail. */
export function isPasswordAllowedFor(email: string, password: string): boolean {
  const candidate = password.toLowerCase();
  const [localPart] = email.toLowerCase().split('@');
  return candidate !== email.toLowerCase() && candidate !== localPart;
}

/** `PUT /auth/password`. That the new one differs from the e-mail is checked by `isPasswordAllowedFor`. */
export const passwordChangeRequestSchema = v.object({
  current_password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)),
  new_password: newPasswordSchema,
});
export type PasswordChangeRequest = v.InferOutput<typeof passwordChangeRequestSchema>;

/** `PUT /auth/recover`: the mailed code (six digits, spaces of a paste allowed) sets a new password. */
export const passwordResetRequestSchema = v.pipe(
  v.object({
    email: emailSchema,
    code: v.pipe(
      v.string(),
      v.transform((code) => code.replace(/\s/g, '')),
      v.regex(/^\d{6}$/, 'code-malformed'),
    ),
    password: newPasswordSchema,
  }),
  v.check(({ email, password }) => isPasswordAllowedFor(email, password), 'same-as-email'),
);
export type PasswordResetRequest = v.InferOutput<typeof passwordResetRequestSchema>;
