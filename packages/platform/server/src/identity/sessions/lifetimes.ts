const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Lifetimes in milliseconds (docs/operating.md). */
export const lifetimes = {
  /** The longest life of a session, however much it is used. */
  session: 90 * day,
  /** Refresh tokens and their cookies. A session that is not used for this long ends. */
  refreshToken: 30 * day,
  /** Two tabs may refresh at once, or a response may be lost. A token that is replayed later was stolen. */
  replayTolerance: 30 * second,
  recoveryCode: 10 * minute,
} as const;
