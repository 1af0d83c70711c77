import * as v from 'valibot';

/** An e-mail address as people type it: trimmed, in lower case, at most 254 characters (RFC 5321). */
export const emailSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254), v.email(), v.toLowerCase());

/** `POST /auth`. Sign-in applies no rules to the password, so that passwords older than a rule keep working. */
export const signInRequestSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)),
});

/** `POST /auth/recover`. */
export const recoveryRequestSchema = v.object({ email: emailSchema });
