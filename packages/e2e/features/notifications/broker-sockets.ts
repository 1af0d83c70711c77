import type { Page } from '@playwright/test';

/** A connection of a page to the broker. A test may cut it or send messages through it. */
interface BrokerSocket {
  readonly isOpen: boolean;
  cut(): Promise<void>;
  /** Sends the page a message as the broker. */
  send(frame: Buffer): void;
}

/** Collects the sockets that a page opens to the broker, in order. Call it before the page opens one. */
export async function watchSockets(page: Page): Promise<readonly BrokerSocket[]> {
  const sockets: BrokerSocket[] = [];
  await page.routeWebSocket(/\/realtime$/, (socket) => {
    const server = socket.connectToServer();
    const watched = {
      isOpen: true,
      async cut() {
        watched.isOpen = false;
        await Promise.all([socket.close(), server.close()]);
      },
      send: (frame: Buffer) => socket.send(frame),
    };
    socket.onClose(() => {
      watched.isOpen = false;
      void server.close();
    });
    server.onClose(() => {
      watched.isOpen = false;
      void socket.close();
    });
    sockets.push(watched);
  });
  return sockets;
}

/** Counts the open sockets. */
export function openCount(sockets: readonly BrokerSocket[]): number {
  return sockets.filter(({ isOpen }) => isOpen).length;
}

/** Encodes a publication with quality of service 0 (MQTT 3.1.1, section 3.3). */
export function publication(topic: string, payload: string | Uint8Array): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}

/** The topics to which pages are subscribed over open connections. */
interface BrokerTopics {
  readonly connections: number;
  has(topic: string): boolean;
}

/** Follows the connections that pages open to the broker. Call it before they open one. */
export function watchTopics(...pages: readonly Page[]): BrokerTopics {
  const connections = new Map<Set<string>, Page>();
  for (const page of pages) {
    // Playwright does not report that a socket closes with its document.
    const closeAll = () => {
      for (const [topics, owner] of connections) if (owner === page) connections.delete(topics);
    };
    page.on('domcontentloaded', closeAll);
    page.on('close', closeAll);
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith('/realtime')) return;
      const topics = new Set<string>();
      connections.set(topics, page);
      socket.on('close', () => connections.delete(topics));
      const read = createPacketReader(({ type, body }) => {
        const topic = body.toString('utf8', 4, 4 + (body.length > 4 ? body.readUInt16BE(2) : 0));
        if (type === packetTypes.subscribe) topics.add(topic);
        if (type === packetTypes.unsubscribe) topics.delete(topic);
      });
      socket.on('framesent', ({ payload }) => read(Buffer.from(payload)));
    });
  }
  return {
    get connections() {
      return connections.size;
    },
    has: (topic) => [...connections.keys()].some((topics) => topics.has(topic)),
  };
}

/** MQTT 3.1.1, section 2.2.1. */
const packetTypes = { subscribe: 8, unsubscribe: 10 };

/** Splits a stream into MQTT packets. */
function createPacketReader(onPacket: (packet: { type: number; body: Buffer }) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const lengthEnd = rest.findIndex((byte, index) => index > 0 && byte < 0x80);
      if (lengthEnd === -1) return;
      const length = rest
        .subarray(1, lengthEnd + 1)
        .reduce((sum, byte, index) => sum + ((byte & 0x7f) << (7 * index)), 0);
      const end = lengthEnd + 1 + length;
      if (rest.length < end) return;
      onPacket({ type: (rest[0] ?? 0) >> 4, body: rest.subarray(lengthEnd + 1, end) });
      rest = rest.subarray(end);
    }
  };
}
