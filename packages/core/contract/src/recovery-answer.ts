import * as v from 'valibot';

/** The step on screen, and keys of texts, by the field that they stand beside; `form` for the form as a whole. */
export interface RecoveryAnswerTexts {
  readonly step: 'request' | 'reset' | 'changed';
  readonly email?: 'signin.email_required' | 'signin.email_invalid';
  readonly code?: 'recover.code_required' | 'recover.code_invalid';
  readonly password?: `recover.password_${'required' | 'too_short' | 'too_long' | 'too_common' | 'same_as_email'}`;
  readonly form?: 'signin.too_many_tries' | 'signin.busy' | 'recover.failed' | 'recover.save_failed';
}

// The page comes back without the password, so that is always to be typed again.
const retype = { step: 'reset', password: 'recover.password_required' } as const;

const texts = {
  'email-missing': { step: 'request', email: 'signin.email_required' },
  'email-malformed': { step: 'request', email: 'signin.email_invalid' },
  'too-many-tries': { step: 'request', form: 'signin.too_many_tries' },
  busy: { step: 'request', form: 'signin.busy' },
  failed: { step: 'request', form: 'recover.failed' },
  sent: { step: 'reset' },
  'code-malformed': { ...retype, code: 'recover.code_required' },
  'code-invalid': { ...retype, code: 'recover.code_invalid' },
  'password-missing': retype,
  'password-too-short': { step: 'reset', password: 'recover.password_too_short' },
  'password-too-long': { step: 'reset', password: 'recover.password_too_long' },
  'password-too-common': { step: 'reset', password: 'recover.password_too_common' },
  'password-same-as-email': { step: 'reset', password: 'recover.password_same_as_email' },
  'too-many-resets': { step: 'reset', form: 'signin.too_many_tries' },
  'reset-busy': { step: 'reset', form: 'signin.busy' },
  'reset-failed': { step: 'reset', form: 'recover.save_failed' },
  changed: { step: 'changed' },
} satisfies Record<string, RecoveryAnswerTexts>;

/** What the page host answered to the recovery form, which sent itself, without scripts. */
export type RecoveryAnswerReason = keyof typeof texts;

/** What the form says for each answer. */
export const recoveryAnswers: Readonly<Record<RecoveryAnswerReason, RecoveryAnswerTexts>> = texts;

/** The answer as it stands in the page, for the form that takes over. */
export const recoveryAnswerSchema = v.object({
  reason: v.custom<RecoveryAnswerReason>((reason) => Object.hasOwn(recoveryAnswers, String(reason))),
  /** What the user typed. */
  email: v.string(),
  code: v.string(),
  /** How long the next attempt has to wait, in seconds. */
  wait: v.number(),
});

/** The answer of the page host to the recovery form, as it tells the form. */
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswerSchema>;
