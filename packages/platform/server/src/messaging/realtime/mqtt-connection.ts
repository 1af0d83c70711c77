import { parser as createParser, generate, type IConnectPacket, type Packet, writeToStream } from 'mqtt-packet';
import { WebSocket } from 'ws';
import { closeCodes } from './close-codes';
import type { TopicReaders } from './topic-readers';
import { createPacketGate, type Traffic } from './traffic';

// Otherwise mqtt-packet keeps 65,536 buffers, 9 MB of memory.
writeToStream.cacheNumbers = false;

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const returnCodes = {
  accepted: 0,
  unacceptableLevel: 1,
  identifierRejected: 2,
  unavailable: 3,
  badCredentials: 4,
  notAuthorized: 5,
} as const;

/** Return code of SUBACK for a filter that the client may not read (section 3.9.3). The others get 0, their quality. */
const refusedFilter = 128;

/** Enough for a token and the names of topics, in bytes. */
export const packetLimit = 8 * 1024;

/** Maximum time until CONNECT is accepted, in milliseconds. */
const connectTimeout = 10_000;

/** Delay before a connection over the limit is closed, in milliseconds. */
const holdTime = 10_000;

/** Maximum keepalive, in seconds. A longer one, or none, counts as this. */
const longestKeepalive = { user: 600, anonymous: 300 };

/** The answer to CONNECT, and the topics that the client may read. */
export interface Admission {
  readonly returnCode: number;
  readonly topics: readonly string[];
}

/**
 * Serves MQTT 3.1.1 to a client that only reads, QoS 0, without a stored session. Every close has a code.
 * @param admit decides about a CONNECT; it does not throw
 */
export function serveMqtt(
  webSocket: WebSocket,
  traffic: Traffic,
  readers: TopicReaders,
  admit: (username: string | undefined, password: string | undefined) => Promise<Admission>,
): void {
  const parser = createParser();
  const countPackets = createPacketGate(packetLimit);
  const reply = (packet: Packet) => webSocket.send(generate(packet));
  const closeOffender = () => webSocket.close(closeCodes.policyViolation);
  let timer = setTimeout(closeOffender, connectTimeout);
  /** `undefined` until CONNECT is accepted. */
  let topics: readonly string[] | undefined;
  let isReading = true;
  let isHeld = false;
  /** Steps wait for the ones before, as CONNECT waits for the database. */
  let work = Promise.resolve();

  function enqueue(step: () => void | Promise<void>): void {
    work = work.then(() => (isHeld || webSocket.readyState !== WebSocket.OPEN ? undefined : step()));
  }

  function stopReading(lastStep: () => void): void {
    isReading = false;
    enqueue(lastStep);
  }

  /** Answers no more. A client that is closed immediately reconnects immediately, which costs more than waiting. */
  function hold(): void {
    isReading = false;
    isHeld = true;
    webSocket.pause();
    setTimeout(closeOffender, holdTime).unref();
  }

  function refuse(returnCode: number): void {
    reply({ cmd: 'connack', returnCode, sessionPresent: false });
    webSocket.close(closeCodes.policyViolation);
  }

  async function connect(packet: IConnectPacket): Promise<void> {
    const { clean, clientId, keepalive, password, username, will } = packet;
    if (packet.protocolVersion !== 4 || 'bridgeMode' in packet) return refuse(returnCodes.unacceptableLevel);
    const isMalformed = (will?.qos ?? 0) > 2 || (password !== undefined && username === undefined);
    if (isMalformed || !isText(clientId) || !isText(username ?? '')) return webSocket.close(closeCodes.protocolError);
    if (will) return refuse(returnCodes.notAuthorized);
    if (clientId === '' && !clean) return refuse(returnCodes.identifierRejected);
    const admission = await admit(username, password?.toString());
    if (webSocket.readyState !== WebSocket.OPEN) return;
    if (admission.returnCode !== returnCodes.accepted) return refuse(admission.returnCode);
    topics = admission.topics;
    const longest = username === undefined ? longestKeepalive.anonymous : longestKeepalive.user;
    clearTimeout(timer);
    timer = setTimeout(closeOffender, Math.min(keepalive || longest, longest) * 1_500);
    reply({ cmd: 'connack', returnCode: returnCodes.accepted, sessionPresent: false });
  }

  /** Whether the filters of a packet are valid and not too many. Otherwise the connection ends. */
  function takeFilters(messageId: number, filters: readonly string[]): boolean {
    const isValid = messageId > 0 && filters.length > 0 && filters.every(isFilter);
    if (!isValid) webSocket.close(closeCodes.protocolError);
    else if (traffic.take(filters.length, 0)) return true;
    else hold();
    return false;
  }

  function grant(topic: string): number {
    if (!topics?.includes(topic)) return refusedFilter;
    readers.add(topic, webSocket);
    return 0;
  }

  async function handle(packet: Packet): Promise<void> {
    const { cmd, messageId = 0 } = packet;
    if ((cmd === 'connect') === (topics !== undefined)) return webSocket.close(closeCodes.protocolError);
    if (cmd === 'connect') return connect(packet);
    timer.refresh();
    if (cmd === 'pingreq') return reply({ cmd: 'pingresp' });
    if (cmd === 'disconnect') return webSocket.close(closeCodes.normal);
    if (cmd === 'subscribe') {
      const filters = packet.subscriptions.map(({ topic }) => topic);
      if (takeFilters(messageId, filters)) reply({ cmd: 'suback', messageId, granted: filters.map(grant) });
    } else if (cmd === 'unsubscribe') {
      if (!takeFilters(messageId, packet.unsubscriptions)) return;
      for (const topic of packet.unsubscriptions) readers.remove(topic, webSocket);
      reply({ cmd: 'unsuback', messageId, granted: [] });
    } else {
      // Only the portal publishes, QoS 0, so there is nothing to acknowledge.
      webSocket.close(cmd === 'publish' ? closeCodes.policyViolation : closeCodes.protocolError);
    }
  }

  parser.on('packet', (packet) => enqueue(() => handle(packet)));
  parser.on('error', ({ message }: Error) => {
    stopReading(() => {
      if (topics === undefined && message === 'Invalid protocol version') refuse(returnCodes.unacceptableLevel);
      else webSocket.close(closeCodes.protocolError);
    });
  });

  webSocket.on('message', (data, isBinary) => {
    if (!isReading) return;
    if (!isBinary || !Buffer.isBuffer(data)) return stopReading(() => webSocket.close(closeCodes.unsupportedData));
    const packets = countPackets(data);
    if (packets === undefined) stopReading(() => webSocket.close(closeCodes.tooBig));
    else if (traffic.take(packets, data.length)) parser.parse(data);
    else stopReading(hold);
  });
  // The websocket closes after an error, which is not one of the server.
  webSocket.on('error', () => {});
  webSocket.on('close', () => {
    clearTimeout(timer);
    for (const topic of topics ?? []) readers.remove(topic, webSocket);
  });
}

/** Whether a text has no U+0000 (section 1.5.3). The parser replaces ill-formed UTF-8 by U+FFFD. */
function isText(text: string): boolean {
  return !text.includes('\0') && !text.includes('\uFFFD');
}

/** Whether a text is a topic filter (section 4.7.1). */
function isFilter(text: string): boolean {
  return text !== '' && isText(text) && /^(?:(?:[^+#/]*|\+)\/)*(?:[^+#/]*|\+|#)$/.test(text);
}
