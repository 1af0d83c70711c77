import { type RealtimeMessage, realtimeMessageSchema } from '@portico/contract';
import * as v from 'valibot';

/** Of a payload, in bytes; what our server sends is a tenth of it. */
const largestPayload = 65_536;

/**
 * A message of the realtime channel; it may come from anybody who can publish there.
 * @throws TypeError when it is none; the message says why
 */
export function readRealtimeMessage(payload: Uint8Array): RealtimeMessage {
  if (payload.byteLength > largestPayload) throw new TypeError(`It has ${payload.byteLength} bytes.`);
  const parsed = v.safeParse(realtimeMessageSchema, parseJson(payload));
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new TypeError(faults.join('; '));
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (cause) {
    throw new TypeError('It is not JSON.', { cause });
  }
}
