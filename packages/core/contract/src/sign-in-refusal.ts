import * as v from 'valibot';

/** Keys of texts, by the field that they stand beside; `form` for the form as a whole. */
export interface SignInRefusalTexts {
  readonly email?: 'signin.email_required' | 'signin.email_invalid';
  readonly password?: 'signin.password_required' | 'signin.wrong_credentials';
  readonly form?: 'signin.too_many_tries' | 'signin.busy' | 'signin.failed';
}

// The page comes back without the password, so that is always to be typed again.
const texts = {
  'email-missing': { email: 'signin.email_required', password: 'signin.password_required' },
  'email-malformed': { email: 'signin.email_invalid', password: 'signin.password_required' },
  'password-missing': { password: 'signin.password_required' },
  'wrong-credentials': { password: 'signin.wrong_credentials' },
  'too-many-tries': { form: 'signin.too_many_tries' },
  busy: { form: 'signin.busy' },
  failed: { form: 'signin.failed' },
} satisfies Record<string, SignInRefusalTexts>;

/** Why the page host refused what the sign-in form sent by itself, without scripts. */
export type SignInRefusalReason = keyof typeof texts;

/** What the form says for each reason. */
export const signInRefusals: Readonly<Record<SignInRefusalReason, SignInRefusalTexts>> = texts;

export const signInRefusalSchema = v.object({
  reason: v.custom<SignInRefusalReason>((reason) => Object.hasOwn(signInRefusals, String(reason))),
  /** What the user typed. */
  email: v.string(),
  /** How long the next attempt has to wait, in seconds. */
  wait: v.number(),
});

/** A sign-in that the page host refused, as it tells the form. */
export type SignInRefusal = v.InferOutput<typeof signInRefusalSchema>;
