const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Lifetimes in milliseconds (docs/operating.md). */
export const lifetimes = {
  /** Maximum lifetime of a session, however much it is used. */
  session: 90 * day,
  /** Refresh tokens and their cookies. An unused session ends after this time. */
  refreshToken: 30 * day,
  /** Two tabs may refresh concurrently, or a response may be lost. A later replay means theft. */
  replayTolerance: 30 * second,
  mailedCode: 10 * minute,
  emergencyLink: 10 * minute,
  /** How long a proof allows dangerous steps. */
  confirmation: 10 * minute,
  passkeyChallenge: 10 * minute,
  /** How long a sign-in waits for the provider or the next proof, and a new second factor for its first code. */
  pendingSignIn: 10 * minute,
  /** How long a browser needs no second factor. */
  trustedDevice: 30 * day,
  /** How long a user can say that a sign-in was not theirs. */
  deviceReport: 7 * day,
  /** The maximum age that browsers accept of a cookie, here of their mark (browser-marks.ts). */
  knownDevice: 400 * day,
  invitation: 7 * day,
  /** How long an invitation stays in the list after it has expired. */
  endedInvitation: 90 * day,
  addressChange: 7 * day,
  /** How long an announcement stays in the list after its end. */
  endedAnnouncement: 90 * day,
  /** How long a sign-in counts for its network, see address-networks.ts. */
  addressAccount: 30 * day,
} as const;
