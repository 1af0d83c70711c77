// It holds no secret: it only tells that the session changed. A tab that sleeps misses messages, but not the storage.
const stampKey = 'portico:auth:stamp';
const signedOutStamp = 'signed-out';
const unansweredStamp = 'signed-out-unanswered';

/** The stamp of the last change of the session in this browser; empty where storage is forbidden. */
export function readStamp(): string {
  try {
    return localStorage.getItem(stampKey) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stamps a new access token.
 * @returns the stamp
 */
export function stampToken(): string {
  return writeStamp(`${Date.now()}-${Math.random()}`);
}

/** @param wasAnswered whether the server knows; if not, the next start tells it */
export function stampSignOut(wasAnswered: boolean): void {
  writeStamp(wasAnswered ? signedOutStamp : unansweredStamp);
}

export function isSignedOutStamp(stamp: string): boolean {
  return stamp === signedOutStamp || isUnansweredSignOut(stamp);
}

/** The user signed out while the server did not answer: its cookie is still there, and must not sign them in again. */
export function isUnansweredSignOut(stamp: string): boolean {
  return stamp === unansweredStamp;
}

function writeStamp(stamp: string): string {
  try {
    localStorage.setItem(stampKey, stamp);
    return stamp;
  } catch {
    // No tab can read it, so no tab may expect a change.
    return readStamp();
  }
}
