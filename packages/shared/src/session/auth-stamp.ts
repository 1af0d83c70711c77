// Without secrets: it only tells that the session changed. Messages are missed by a tab that sleeps, storage is not.
const stampKey = 'portico:auth:stamp';
const signedOutStamp = 'signed-out';

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
  return writeStamp(`${Date.now()}-${crypto.randomUUID()}`);
}

export function stampSignOut(): void {
  writeStamp(signedOutStamp);
}

export function isSignedOutStamp(stamp: string): boolean {
  return stamp === signedOutStamp;
}

function writeStamp(stamp: string): string {
  try {
    localStorage.setItem(stampKey, stamp);
    return stamp;
  } catch {
    return '';
  }
}
