import { WebSocket as NodeWebSocket } from 'ws';
import { mqttProtocol } from '../realtime/mqtt-client';
import { PacketReader } from '../realtime/mqtt-packets';

/** By the number of their type (MQTT 3.1.1, section 2.2.1). */
const requests: Record<number, string> = { 8: 'subscribe', 10: 'unsubscribe' };

/**
 * Opens a socket to a broker.
 * @param note hears the type of each packet in order; of those that are sent, only two have a name
 */
export function openRecordedSocket(address: string, note: (packet: string) => void): WebSocket {
  const socket = new NodeWebSocket(address, mqttProtocol);
  const reader = new PacketReader();
  socket.on('message', (data) => {
    for (const { type } of reader.read(new Uint8Array(data as ArrayBuffer))) note(type);
  });
  const send = socket.send.bind(socket);
  const noteAndSend = (data: Uint8Array) => {
    note(requests[(data[0] ?? 0) >> 4] ?? 'other');
    send(data);
  };
  // Node has a WebSocket of its own from version 22 on.
  const standard: unknown = Object.assign(socket, { send: noteAndSend });
  return standard as WebSocket;
}
