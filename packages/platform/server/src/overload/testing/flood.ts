import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/**
 * Fifty connections of one user that send pings and subscriptions as fast as they can, and come back when they are
 * closed.
 */
const flood = `
  const { WebSocket } = require('ws');
  const { generate } = require('mqtt-packet');
  const [url, username, password] = process.argv.slice(1);
  const connect = generate({
    cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: '', keepalive: 60, username, password,
  });
  const topics = Array.from({ length: 200 }, (_, index) => ({ topic: 'topic-' + index, qos: 0 }));
  const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions: topics });
  const pings = Buffer.concat(Array(500).fill(generate({ cmd: 'pingreq' })));
  function open() {
    const socket = new WebSocket(url, 'mqtt');
    let timer;
    socket.on('open', () => {
      socket.send(connect);
      timer = setInterval(() => {
        socket.send(pings);
        socket.send(subscribe);
      }, 5);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(open, 100);
    });
  }
  for (let count = 0; count < 50; count++) open();
  console.log('open');
`;

/** Floods the embedded broker from another process. */
export async function startFlood(portal: string, email: string, token: string): Promise<ChildProcess> {
  const url = `${portal.replace('http', 'ws')}/realtime`;
  const child = spawn(process.execPath, ['-e', flood, url, email, token], {
    cwd: path.join(import.meta.dirname, '../../../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
