import { type PushData, pushDataSchema } from '@portico/contract';
import * as v from 'valibot';

const shownSchema = v.object({ title: v.optional(v.string()), body: v.optional(v.string()) });

/** The envelope of Firebase Cloud Messaging around the data. */
const envelopeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    fcmMessageId: v.optional(v.string()),
    notification: v.optional(shownSchema, {}),
    data: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
);

/**
 * Reads a push. Our server sends data alone. The `notification` of other senders is read, too, since the browser does
 * not show it by itself.
 * @returns `undefined` if it cannot be read
 */
export function readPush(text: string | undefined): PushData | undefined {
  const envelope = v.safeParse(envelopeSchema, text);
  if (!envelope.success) return undefined;
  const { data, fcmMessageId, notification } = envelope.output;
  const message = v.safeParse(pushDataSchema, { id: fcmMessageId, ...notification, ...data });
  return message.success ? message.output : undefined;
}
