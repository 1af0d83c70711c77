/** The reasons why the page host answers a sign-in form that was sent without scripts with another form. */
export const signInRefusalReasons = [
  'email-missing',
  'email-malformed',
  'password-missing',
  'wrong-credentials',
  'too-many-tries',
  'cookies-needed',
  'other-page',
  'busy',
  'failed',
  // Steps of a form that asks for the e-mail first, which are no errors, and a refusal that its providers explain.
  'email-step',
  'password-step',
  'passwords-off',
] as const;

/** The reasons that show the second step of a sign-in. All but the last are codes of the API. */
export const secondFactorReasons = [
  'second-factor-needed',
  'second-factor-setup-needed',
  'second-factor-wrong',
  'second-factor-expired',
  'second-factor-locked',
] as const;

/** The reason why the page host refused a sign-in form that was sent without scripts. */
export type SignInRefusalReason = (typeof signInRefusalReasons | typeof secondFactorReasons)[number];

/** Whether a reason of a refusal, or a code of the API, asks for the second step of a sign-in. */
export function isSecondFactorStep(reason: string): boolean {
  return reason.startsWith('second-factor-');
}
