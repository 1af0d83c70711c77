// Without secrets: it only tells that the session changed. Messages are missed by a tab that sleeps, storage is not.
const stampKey = 'portico:auth:stamp';
const signedOutStamp = 'signed-out';
const unansweredStamp = 'signed-out-unanswered';

/** What the last change of the session in this browser left behind; empty where storage is forbidden. */
export function readStamp(): string {
  try {
    return localStorage.getItem(stampKey) ?? '';
  } catch {
    return '';
  }
}

/** Marks a new access token, and gives the mark. */
export function stampToken(): string {
  return writeStamp(`${Date.now()}-${Math.random()}`);
}

/** @param wasAnswered whether the server knows; if not, it is told at the next start */
export function stampSignOut(wasAnswered: boolean): void {
  writeStamp(wasAnswered ? signedOutStamp : unansweredStamp);
}

export function isSignedOutStamp(stamp: string): boolean {
  return stamp === signedOutStamp || isUnansweredSignOut(stamp);
}

/** Signed out while the server could not be reached: its cookie is still there, and must not sign in again. */
export function isUnansweredSignOut(stamp: string): boolean {
  return stamp === unansweredStamp;
}

function writeStamp(stamp: string): string {
  try {
    localStorage.setItem(stampKey, stamp);
    return stamp;
  } catch {
    // What cannot be written is not changed either: no tab is to see a difference.
    return readStamp();
  }
}
