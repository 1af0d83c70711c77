const minute = 60 * 1000;
const hour = 60 * minute;

/** So many tries at once, and then one more each `window / tries`; `window` in milliseconds. */
export interface Limit {
  readonly tries: number;
  readonly window: number;
}

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** An account is an e-mail as it was typed, whether somebody has it or not; an address is one of the network. */
export const defaultLimits = {
  /** Failed ones; the owner waits 90 s at most once the guessing stops. */
  signInOfAccount: { tries: 10, window: 15 * minute },
  signInFromAddress: { tries: 30, window: 15 * minute },
  /** Wrong current passwords when a new one is set. */
  passwordOfAccount: { tries: 10, window: 15 * minute },
  /** Mails; beyond it the answer stays the same. */
  recoveryOfAccount: { tries: 10, window: hour },
  recoveryFromAddress: { tries: 60, window: hour },
  /** Wrong codes, beside the five of each code: 480 guesses a day among a million. */
  resetOfAccount: { tries: 20, window: hour },
  resetFromAddress: { tries: 30, window: 15 * minute },
  /** Uploads, good or bad: each is decoded. */
  photoOfAccount: { tries: 30, window: hour },
  /** Calls with a service key, of a thousand users each at most. */
  notificationsOfKey: { tries: 600, window: minute },
} as const satisfies Record<string, Limit>;
