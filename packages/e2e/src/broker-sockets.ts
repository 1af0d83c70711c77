import type { Page } from '@playwright/test';

/** A connection of a page to the broker, which a test may cut or write into. */
export interface BrokerSocket {
  readonly isOpen: boolean;
  cut(): Promise<void>;
  /** Sends the page what it takes for the broker's. */
  send(frame: Buffer): void;
}

/** The sockets that a page opens to the broker, in order; to be called before it opens one. */
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

/** How many of the sockets are open. */
export function openCount(sockets: readonly BrokerSocket[]): number {
  return sockets.filter(({ isOpen }) => isOpen).length;
}

/** A publication with quality of service 0, as it goes over the wire (MQTT 3.1.1, section 3.3). */
export function publication(topic: string, payload: string | Uint8Array): Buffer {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}
