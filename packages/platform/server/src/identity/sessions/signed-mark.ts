import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sign } from '../sign';

/** A mark that the server gives to a browser for one e-mail: `id.signature`. Nobody else can make one. */
export interface SignedMark {
  readonly id: string;
  readonly text: string;
}

/** Half of the signature: 128 bits, because a browser sends it with every request. */
const signatureLength = 22;

export function createMark(sign: Sign, purpose: string, email: string): SignedMark {
  return completeMark(sign, purpose, email, randomBytes(12).toString('base64url'));
}

/** Reads a mark that a browser has sent; `undefined` if it was not made for this purpose and e-mail. */
export function readMark(sign: Sign, purpose: string, email: string, text: string): SignedMark | undefined {
  const mark = completeMark(sign, purpose, email, text.split('.', 1)[0] ?? '');
  const [sent, expected] = [Buffer.from(text), Buffer.from(mark.text)];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? mark : undefined;
}

function completeMark(sign: Sign, purpose: string, email: string, id: string): SignedMark {
  return { id, text: `${id}.${sign(purpose, `${id} ${email}`).slice(0, signatureLength)}` };
}
