/** What a client tells a broker about itself. */
export interface ConnectRequest {
  readonly clientId: string;
  /** After one and a half times this without a packet, the broker ends the connection. In seconds. */
  readonly keepalive: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** What a broker sends to a browser of the portal. */
export type ReceivedPacket =
  | { readonly type: 'connack'; readonly code: number }
  | { readonly type: 'publish'; readonly topic: string; readonly payload: Uint8Array }
  | { readonly type: 'suback' | 'unsuback'; readonly id: number; readonly isRefused: boolean }
  | { readonly type: 'pingresp' };

// MQTT 3.1.1, http://docs.oasis-open.org/mqtt/mqtt/v3.1.1: the first byte of each packet, section 2.2.
const headers = { connect: 0x10, subscribe: 0x82, unsubscribe: 0xa2 } as const;
const received = { connack: 2, publish: 3, suback: 9, unsuback: 11, pingresp: 13 } as const;

export const pingRequest = Uint8Array.of(0xc0, 0);
export const disconnectRequest = Uint8Array.of(0xe0, 0);

const protocolLevel = 4;
const flags = { cleanSession: 0x02, password: 0x40, username: 0x80 } as const;
const refused = 0x80;
const longestField = 0xff_ff;
const mostLengthBytes = 4;

/** A clean session without a will. */
export function encodeConnect({ clientId, keepalive, username, password }: ConnectRequest): Uint8Array<ArrayBuffer> {
  const hasUser = username !== undefined;
  // A password needs a user name (section 3.1.2.9).
  const hasPassword = hasUser && password !== undefined;
  const set = flags.cleanSession | (hasUser ? flags.username : 0) | (hasPassword ? flags.password : 0);
  return encodePacket(headers.connect, [
    ...encodeField('MQTT'),
    protocolLevel,
    set,
    ...encodeNumber(keepalive),
    ...encodeField(clientId),
    ...(hasUser ? encodeField(username) : []),
    ...(hasPassword ? encodeField(password) : []),
  ]);
}

/** With quality of service 0. */
export function encodeSubscribe(id: number, topic: string): Uint8Array<ArrayBuffer> {
  return encodePacket(headers.subscribe, [...encodeNumber(id), ...encodeField(topic), 0]);
}

export function encodeUnsubscribe(id: number, topic: string): Uint8Array<ArrayBuffer> {
  return encodePacket(headers.unsubscribe, [...encodeNumber(id), ...encodeField(topic)]);
}

function encodePacket(header: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.of(header, ...length, ...body);
}

function encodeField(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > longestField) throw new RangeError('A text is too long for MQTT.');
  return [...encodeNumber(bytes.length), ...bytes];
}

function encodeNumber(value: number): number[] {
  return [value >> 8, value & 0xff];
}

/** Cuts what a connection receives into packets: a message of the websocket may have several, or a part of one. */
export class PacketReader {
  #rest = new Uint8Array();

  /** @throws Error when the bytes are not those of a broker */
  read(bytes: Uint8Array): ReceivedPacket[] {
    const joined = new Uint8Array(this.#rest.length + bytes.length);
    joined.set(this.#rest);
    joined.set(bytes, this.#rest.length);
    this.#rest = joined;
    const packets: ReceivedPacket[] = [];
    for (let packet = this.#take(); packet; packet = this.#take()) packets.push(packet);
    return packets;
  }

  /** The next packet, if it has arrived completely. */
  #take(): ReceivedPacket | undefined {
    const bytes = this.#rest;
    let length = 0;
    let start = 1;
    for (let isLast = false; !isLast; start += 1) {
      const byte = bytes[start];
      if (byte === undefined) return undefined;
      if (start > mostLengthBytes) throw malformed();
      length += (byte & 0x7f) << (7 * (start - 1));
      isLast = byte <= 0x7f;
    }
    const end = start + length;
    if (bytes.length < end) return undefined;
    this.#rest = bytes.slice(end);
    return decodePacket(bytes[0] ?? 0, bytes.subarray(start, end));
  }
}

function decodePacket(header: number, body: Uint8Array): ReceivedPacket {
  switch (header >> 4) {
    case received.connack:
      return { type: 'connack', code: readByte(body, 1) };
    case received.publish:
      return decodePublish(header, body);
    case received.suback:
      return { type: 'suback', id: readNumber(body, 0), isRefused: readByte(body, 2) === refused };
    case received.unsuback:
      return { type: 'unsuback', id: readNumber(body, 0), isRefused: false };
    case received.pingresp:
      return { type: 'pingresp' };
    default:
      throw malformed();
  }
}

function decodePublish(header: number, body: Uint8Array): ReceivedPacket {
  const topicEnd = 2 + readNumber(body, 0);
  // Above quality of service 0, which nobody asks for, an id comes before the payload.
  const payloadStart = topicEnd + (header & 0b110 ? 2 : 0);
  if (payloadStart > body.length) throw malformed();
  const topic = new TextDecoder().decode(body.subarray(2, topicEnd));
  return { type: 'publish', topic, payload: body.slice(payloadStart) };
}

function readNumber(bytes: Uint8Array, position: number): number {
  return (readByte(bytes, position) << 8) | readByte(bytes, position + 1);
}

function readByte(bytes: Uint8Array, position: number): number {
  const byte = bytes[position];
  if (byte === undefined) throw malformed();
  return byte;
}

function malformed(): Error {
  return new Error('The broker sent what is no packet of MQTT 3.1.1.');
}
