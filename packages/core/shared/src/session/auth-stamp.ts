// It holds no secret: it only tells that the session changed. A tab that sleeps misses messages, but not the storage.
const stampKey = 'portico:auth:stamp';
// Followed by a space and the id of the session that the user left, if the tab knew it.
const signedOut = 'signed-out';
const unanswered = 'signed-out-unanswered';

/** The last stamp, for a storage that is full, forbidden or missing. */
let heldStamp = '';

/** The stamp of the last change of the session in this browser; empty at the first visit. */
export function readStamp(): string {
  return readStoredStamp() || heldStamp;
}

/** Holds the stamp of another tab, whose storage may be late or full. */
export function holdStamp(stamp: string): void {
  heldStamp = stamp;
}

/**
 * Stamps a new access token.
 * @returns the stamp
 */
export function stampToken(): string {
  return writeStamp(`${Date.now()}-${Math.random()}`);
}

/**
 * Stamps a sign-out. Until `stampAnswer`, the next start repeats it.
 * @param session the id of the session, if known
 */
export function stampSignOut(session = ''): void {
  writeStamp(`${unanswered} ${session}`);
}

/** The server knows that the user signed out. */
export function stampAnswer(): void {
  writeStamp(readStamp().replace(unanswered, signedOut));
}

export function isSignedOutStamp(stamp: string): boolean {
  return stamp.startsWith(signedOut);
}

/** The user signed out while the server did not answer: its cookie is still there, and must not sign them in again. */
export function isUnansweredSignOut(stamp: string): boolean {
  return stamp.startsWith(unanswered);
}

/** Whether the user signed out in this browser, and that may have been this session. */
export function mayHaveLeft(stamp: string, session: string | undefined): boolean {
  const [, left] = stamp.split(' ');
  return isSignedOutStamp(stamp) && (!left || !session || left === session);
}

function writeStamp(stamp: string): string {
  try {
    localStorage.setItem(stampKey, stamp);
    heldStamp = '';
  } catch {
    removeStoredStamp();
    heldStamp = stamp;
  }
  return stamp;
}

/** An old stamp is worse than none: it would sign out a user who has signed in since. */
function removeStoredStamp(): void {
  try {
    localStorage.removeItem(stampKey);
  } catch {
    // Then no tab can read it either.
  }
}

function readStoredStamp(): string | null {
  try {
    return localStorage.getItem(stampKey);
  } catch {
    return null;
  }
}
