const minute = 60 * 1000;
const hour = 60 * minute;

/** Allows `tries` in a burst, and then one more each `window / tries`. `window` is in milliseconds. */
export interface Limit {
  readonly tries: number;
  readonly window: number;
}

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, Limit>>;

/** "Account" counts by the typed e-mail, whether known or not; "Address" by the network address. */
export const defaultLimits = {
  /** Failed sign-ins at one tenant. The owner waits at most 90 s after an attack stops. */
  signInOfAccount: { tries: 10, window: 15 * minute },
  /** Failed sign-ins at all tenants together. An attack on one tenant does not reach it. */
  signInAnywhereOfAccount: { tries: 20, window: 15 * minute },
  /** A network with several accounts has more, see address-networks.ts. */
  signInFromAddress: { tries: 30, window: 15 * minute },
  /** Replaces these three, for a browser that has signed in to this account before. */
  signInOfBrowser: { tries: 10, window: 15 * minute },
  /** Wrong current passwords of a password change. */
  passwordOfAccount: { tries: 10, window: 15 * minute },
  /** New passkeys, also refused ones. */
  passkeysOfAccount: { tries: 30, window: hour },
  /** Wrong one-time codes: 360 guesses a day among a million codes, of which three are valid. */
  codeOfAccount: { tries: 10, window: 2 * hour },
  /** Mails about sign-ins in new browsers. Beyond the limit, they are only listed. */
  devicesOfAccount: { tries: 10, window: 24 * hour },
  reportFromAddress: { tries: 60, window: hour },
  /** Mails with a code. The response is the same beyond the limit. */
  recoveryOfAccount: { tries: 10, window: hour },
  recoveryFromAddress: { tries: 60, window: hour },
  /** Replaces both, for a browser that has signed in to this account before. */
  recoveryOfBrowser: { tries: 5, window: hour },
  /** An unlock empties the limits of codes, which would be guessed without end. */
  unlocksOfAccount: { tries: 10, window: 24 * hour },
  /** Wrong codes, in addition to the five tries of each code: 480 guesses a day among a million codes. */
  resetOfAccount: { tries: 20, window: hour },
  resetFromAddress: { tries: 30, window: 15 * minute },
  /** Replaces both, for the browser that requested a code. Its code has five tries; this limits the hashing. */
  resetOfRequest: { tries: 20, window: 15 * minute },
  /** Invalid tokens of providers that end sessions. Valid ones are not counted. */
  logoutTokenFromAddress: { tries: 60, window: 15 * minute },
  /** Uses of an emergency link, for longer than it lives. */
  emergencyLink: { tries: 1, window: hour },
  /** All tabs of a browser refresh together, four times an hour. */
  refreshOfSession: { tries: 60, window: 5 * minute },
  /** Tokens for modules that a provider is asked for. */
  providerTokensOfSession: { tries: 60, window: 15 * minute },
  /** Uploads, also invalid ones, because each is decoded. */
  photoOfAccount: { tries: 30, window: hour },
  /** Credentials at the broker for browsers without a session. */
  brokerCredentialsFromAddress: { tries: 100, window: 15 * minute },
  /** Requests for access. */
  accessRequestsOfAccount: { tries: 20, window: 24 * hour },
  /** Calls that mail invitations, each for up to ten thousand addresses. */
  invitationsOfTenant: { tries: 60, window: hour },
  /** Mails with an invitation to one address, in all tenants. */
  invitationOfAccount: { tries: 10, window: 24 * hour },
  invitationFromAddress: { tries: 60, window: hour },
  /** Reports of web vitals, each for up to 20 visits. */
  vitalsOfAccount: { tries: 100, window: hour },
  /** Calls with a service key, each for up to a thousand users. */
  notificationsOfKey: { tries: 600, window: minute },
  /** Calls of a directory. Microsoft Entra makes 25 a second. */
  scimOfToken: { tries: 3000, window: minute },
  /** New users of a directory whom another tenant has: each refusal tells of an account. */
  scimConflictsOfToken: { tries: 60, window: hour },
} as const satisfies Record<string, Limit>;
