import { type PushData, pushDataSchema } from '@portico/contract';
import * as v from 'valibot';

const shownSchema = v.object({ title: v.optional(v.string()), body: v.optional(v.string()) });

/** What Firebase Cloud Messaging wraps around the data. */
const envelopeSchema = v.object({
  fcmMessageId: v.optional(v.string()),
  notification: v.optional(shownSchema, {}),
  data: v.optional(v.record(v.string(), v.unknown()), {}),
});

/**
 * What a push says. Our server sends data alone; of a push with a `notification` that is shown too, since nothing here shows
 * it by itself.
 * @returns `undefined` when it cannot be read
 */
export function readPush(text: string | undefined): PushData | undefined {
  const envelope = v.safeParse(envelopeSchema, parseJson(text));
  if (!envelope.success) return undefined;
  const { data, fcmMessageId, notification } = envelope.output;
  const message = v.safeParse(pushDataSchema, { id: fcmMessageId, ...notification, ...data });
  return message.success ? message.output : undefined;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
