import { pushDataSchema } from '@portico/contract';
import * as v from 'valibot';

const workerMessageSchema = v.variant('type', [
  /** Asks the focused page to show it, and to answer by the port before `until` (milliseconds since 1970). */
  v.object({ type: v.literal('SHOW_PUSH'), message: pushDataSchema, until: v.number() }),
  /** Asks a page for its address, by the port. */
  v.object({ type: v.literal('WHERE') }),
  /** Another page, or the system, shows it. */
  v.object({ type: v.literal('PUSH'), message: pushDataSchema }),
  /** A notification of the system was opened: `takeOpened` returns its id. */
  v.object({ type: v.literal('OPENED') }),
]);

/** Messages of the service worker to pages. */
export type WorkerMessage = v.InferOutput<typeof workerMessageSchema>;

/** The messages that a page answers. */
export type Question = Extract<WorkerMessage, { type: 'SHOW_PUSH' | 'WHERE' }>;

/** @returns `undefined` for anything else */
export function readWorkerMessage(data: unknown): WorkerMessage | undefined {
  const message = v.safeParse(workerMessageSchema, data);
  return message.success ? message.output : undefined;
}
