import { readStorage, writeStorage } from '../page/storage';

// The stamp has no secrets: it only shows that the session changed. A sleeping tab misses messages, but not the storage.
const stampKey = 'portico:auth:stamp';
// A sign-out stamp continues with a space and the id of the ended session, if known.
const signedOut = 'signed-out';
const unanswered = 'signed-out-unanswered';

/** The last stamp, for a storage that is full, forbidden or missing. */
let heldStamp = '';

/** Returns the stamp of the last change of the session in this browser; empty at the first visit. */
export function readStamp(): string {
  return readStorage('localStorage', stampKey) || heldStamp;
}

/** Keeps the stamp of another tab in memory: the storage may be late or full. */
export function holdStamp(stamp: string): void {
  heldStamp = stamp;
}

/** Stamps a new access token, and returns the stamp. */
export function stampToken(): string {
  return writeStamp(`${Date.now()}-${Math.random()}`);
}

/** Stamps a sign-out, of the session with this id if known. Until `stampAnswer`, the next start repeats it. */
export function stampSignOut(session = ''): void {
  writeStamp(`${unanswered} ${session}`);
}

/** Stamps that the server has ended the session. */
export function stampAnswer(): void {
  writeStamp(readStamp().replace(unanswered, signedOut));
}

/** Whether the last change was a sign-out. */
export function isSignedOutStamp(stamp: string): boolean {
  return stamp.startsWith(signedOut);
}

/** Whether the server did not answer a sign-out. Its cookie still exists, and must not sign the user in again. */
export function isUnansweredSignOut(stamp: string): boolean {
  return stamp.startsWith(unanswered);
}

/** Whether the user signed out in this browser, possibly of this session. */
export function mayHaveLeft(stamp: string, session: string | undefined): boolean {
  const [, left] = stamp.split(' ');
  return isSignedOutStamp(stamp) && (!left || !session || left === session);
}

function writeStamp(stamp: string): string {
  const isStored = writeStorage('localStorage', stampKey, stamp);
  // The old stamp would sign out a user who has signed in since.
  if (!isStored) writeStorage('localStorage', stampKey, null);
  heldStamp = isStored ? '' : stamp;
  return stamp;
}
