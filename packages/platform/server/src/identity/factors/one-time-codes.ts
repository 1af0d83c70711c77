import { Secret, TOTP } from 'otpauth';

/** 160 bits (RFC 4226, section 4, R6). */
const secretBytes = 20;

/** How many steps of 30 s a clock may differ (RFC 6238, section 5.2). */
const tolerance = 1;

/** Draws a secret, in Base32 as authenticator apps take it. */
export function createFactorSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the address in the QR code of an authenticator app. */
export function formatFactorAddress(secret: string, issuer: string, label: string): string {
  // A colon separates issuer and label.
  return new TOTP({ issuer: issuer.replaceAll(':', ' '), label, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step of a code of six digits (RFC 6238), or `undefined` for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: tolerance });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
