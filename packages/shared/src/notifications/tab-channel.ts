import * as v from 'valibot';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';

const tab = v.pipe(v.string(), v.nonEmpty());

const messageSchema = v.variant('type', [
  /** It listens, and had the focus at that time (milliseconds of the wall clock, 0 for never). */
  v.object({ type: v.literal('HERE'), tab, focusedAt: v.number() }),
  /** It has just come, and would like to know who is here. */
  v.object({ type: v.literal('WHO'), tab }),
  /** It is closed, frozen or put away. */
  v.object({ type: v.literal('GONE'), tab }),
  /** It shows this notification. */
  v.object({ type: v.literal('TAKEN'), tab, id: v.string() }),
]);

/** What the tabs of one user tell each other about who shows a notification. */
export type TabMessage = v.InferOutput<typeof messageSchema>;

export interface TabChannel {
  post(message: TabMessage): void;
  close(): void;
}

/** Opens the channel between the tabs of the user who is signed in; whatever else is said there is ignored. */
export function openTabChannel(onMessage: (message: TabMessage) => void): TabChannel {
  const channel = new BroadcastChannel(`portico:notifications:${store.get(sessionAtom).email}`);
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (message.success) onMessage(message.output);
  };
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
