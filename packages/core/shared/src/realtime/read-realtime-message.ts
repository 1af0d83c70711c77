import { type RealtimeMessage, realtimeMessageSchema } from '@portico/contract';
import * as v from 'valibot';

/** In characters. A message of our server is a tenth of it. */
const longestPayload = 65_536;

const payloadSchema = v.pipe(v.string(), v.parseJson({}, 'It is not JSON.'), realtimeMessageSchema);

/**
 * Reads a message of the realtime channel. It may come from anybody who can publish there.
 * @throws TypeError when it is not one; its message says why
 */
export function readRealtimeMessage(payload: string): RealtimeMessage {
  if (payload.length > longestPayload) throw new TypeError(`It has ${payload.length} characters.`);
  const parsed = v.safeParse(payloadSchema, payload);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new TypeError(issues.join('; '));
}
