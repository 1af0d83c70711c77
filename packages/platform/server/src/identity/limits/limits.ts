const minute = 60 * 1000;
const hour = 60 * minute;

/** Allows `tries` at once, and then one more each `window / tries`. `window` is in milliseconds. */
export interface Limit {
  readonly tries: number;
  readonly window: number;
}

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** "Account" counts by the e-mail that was typed, known or not; "Address" by the network address. */
export const defaultLimits = {
  /** Failed sign-ins. The owner waits 90 s at most after an attack stops. */
  signInOfAccount: { tries: 10, window: 15 * minute },
  /** More where several accounts sign in well, see address-tries.ts. */
  signInFromAddress: { tries: 30, window: 15 * minute },
  /** In place of both, for a browser that has signed in to this account before. */
  signInOfBrowser: { tries: 10, window: 15 * minute },
  /** Wrong current passwords of a password change. */
  passwordOfAccount: { tries: 10, window: 15 * minute },
  /** Mails with a code. Beyond the limit the response stays the same. */
  recoveryOfAccount: { tries: 10, window: hour },
  recoveryFromAddress: { tries: 60, window: hour },
  /** In place of both, for a browser that has signed in to this account before. */
  recoveryOfBrowser: { tries: 5, window: hour },
  /** Wrong codes, besides the five tries of each code: 480 guesses a day among a million codes. */
  resetOfAccount: { tries: 20, window: hour },
  resetFromAddress: { tries: 30, window: 15 * minute },
  /** In place of both, for the browser that asked for a code. Its code has five tries; this bounds the hashing. */
  resetOfRequest: { tries: 20, window: 15 * minute },
  /** All tabs of a browser refresh together, four times an hour. */
  refreshOfSession: { tries: 60, window: 5 * minute },
  /** Uploads, valid or not, because each is decoded. */
  photoOfAccount: { tries: 30, window: hour },
  /** Credentials at the broker for browsers without a session. */
  brokerCredentialsFromAddress: { tries: 100, window: 15 * minute },
  /** Calls with a service key, each for up to a thousand users. */
  notificationsOfKey: { tries: 600, window: minute },
} as const satisfies Record<string, Limit>;
