import type { WebSocket } from 'ws';
import { closeCodes } from './close-codes';

/** Maximum number of bytes that wait for a browser. A slower one is closed, and fetches its lists when it is back. */
const maxWaiting = 1024 * 1024;

/** The websockets that receive the messages of each topic. */
export type TopicReaders = ReturnType<typeof createTopicReaders>;

export function createTopicReaders() {
  const readers = new Map<string, Set<WebSocket>>();

  return {
    add: (topic: string, webSocket: WebSocket): void => {
      const known = readers.get(topic);
      if (known === undefined) readers.set(topic, new Set([webSocket]));
      else known.add(webSocket);
    },
    remove: (topic: string, webSocket: WebSocket): void => {
      const known = readers.get(topic);
      known?.delete(webSocket);
      if (known?.size === 0) readers.delete(topic);
    },
    send: (topic: string, packet: Buffer): void => {
      for (const webSocket of readers.get(topic) ?? []) {
        if (webSocket.bufferedAmount > maxWaiting) webSocket.close(closeCodes.policyViolation);
        else webSocket.send(packet);
      }
    },
  };
}
