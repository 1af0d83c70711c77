import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/** The web configuration of a Firebase project, as its console shows it. It contains no secrets. */
export const firebaseSchema = v.object({
  apiKey: text,
  projectId: text,
  messagingSenderId: text,
  appId: text,
  authDomain: v.exactOptional(text),
  storageBucket: v.exactOptional(text),
  measurementId: v.exactOptional(text),
});

/** The public key of Web Push (RFC 8292): an uncompressed point of P-256, 65 bytes in base64url. */
export const vapidKeySchema = v.pipe(
  v.string(),
  v.regex(/^B[A-Za-z0-9_-]{86}$/, 'A VAPID key is 87 characters of base64url and starts with B.'),
);
