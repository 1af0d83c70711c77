const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Lifetimes in milliseconds (design, section 8). */
export const lifetimes = {
  /** A session ends then, however much it is used. */
  session: 90 * day,
  /** A session that is not used for so long ends: refresh tokens and their cookies. */
  refreshToken: 30 * day,
  /** Two tabs may refresh at once, or an answer be lost; a token replayed later than this was stolen. */
  replayTolerance: 30 * second,
  recoveryCode: 15 * minute,
} as const;

export function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
