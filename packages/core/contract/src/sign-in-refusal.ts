import * as v from 'valibot';

/** Keys of texts by field; `form` for the form as a whole. */
export interface SignInRefusalTexts {
  readonly email?: 'signin.email_required' | 'signin.email_invalid';
  readonly password?: 'signin.password_required' | 'signin.wrong_credentials';
  readonly form?: 'signin.too_many_tries' | 'signin.busy' | 'signin.failed' | 'signin.other_page';
  /** Whether the form says that the portal needs cookies. */
  readonly needsCookies?: true;
}

// The new page does not have the password, so the user has to type it again in any case.
const texts = {
  'email-missing': { email: 'signin.email_required', password: 'signin.password_required' },
  'email-malformed': { email: 'signin.email_invalid', password: 'signin.password_required' },
  'password-missing': { password: 'signin.password_required' },
  'wrong-credentials': { password: 'signin.wrong_credentials' },
  'too-many-tries': { form: 'signin.too_many_tries' },
  'cookies-needed': { needsCookies: true },
  'other-page': { form: 'signin.other_page' },
  busy: { form: 'signin.busy' },
  failed: { form: 'signin.failed' },
  // Steps of a form that asks for the e-mail first, which are no errors, and a refusal that its providers explain.
  'email-step': {},
  'password-step': {},
  'passwords-off': {},
  // The second step, whose file has the texts.
  'factor-needed': {},
  'factor-setup-needed': {},
  'factor-wrong': {},
  'factor-expired': {},
  'factor-locked': { form: 'signin.too_many_tries' },
} satisfies Record<string, SignInRefusalTexts>;

/** The reason why the page host refused a sign-in form that was sent without scripts. */
export type SignInRefusalReason = keyof typeof texts;

/** The texts of the form for each reason. */
export const signInRefusals: Readonly<Record<SignInRefusalReason, SignInRefusalTexts>> = texts;

/** A sign-in that the page host refused, in the state of the page. */
export const signInRefusalSchema = v.object({
  reason: v.custom<SignInRefusalReason>((reason) => Object.hasOwn(signInRefusals, String(reason))),
  /** The e-mail that the user typed. */
  email: v.string(),
  /** The wait before the next attempt, in seconds. */
  wait: v.number(),
});

/** A sign-in that the page host refused. */
export type SignInRefusal = v.InferOutput<typeof signInRefusalSchema>;
