import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Serves websockets on a free port of loopback. */
export async function startWebSocketServer(serve: (webSocket: WebSocket) => void) {
  // Not a literal in the call, because the types of ws lack `closeTimeout`.
  const options = { host: '127.0.0.1', port: 0, closeTimeout: 2_000 };
  const server = new WebSocketServer(options);
  server.on('connection', serve);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    stop: async () => {
      for (const webSocket of server.clients) webSocket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
