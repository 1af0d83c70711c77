import { pushDataSchema } from '@portico/contract';
import * as v from 'valibot';

const workerMessageSchema = v.variant('type', [
  /** The page in front is to show it: with an answer by the port before `until` (milliseconds since 1970), the worker does not. */
  v.object({ type: v.literal('SHOW_PUSH'), message: pushDataSchema, until: v.number() }),
  /** At which address is it? The answer comes by the port. */
  v.object({ type: v.literal('WHERE') }),
  /** Somebody else shows it. */
  v.object({ type: v.literal('PUSH'), message: pushDataSchema }),
  /** A notification of the system was opened: `takeOpened` has it. */
  v.object({ type: v.literal('OPENED') }),
]);

/** What the service worker tells pages. */
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/** Those of them that a page answers. */
export type Question = Extract<WorkerMessage, { type: 'SHOW_PUSH' | 'WHERE' }>;

/** Whatever else a worker says is none. */
export function readWorkerMessage(data: unknown): WorkerMessage | undefined {
  const message = v.safeParse(workerMessageSchema, data);
  return message.success ? message.output : undefined;
}
