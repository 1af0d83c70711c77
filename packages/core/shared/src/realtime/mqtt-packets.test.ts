/** @jest-environment node */
import fc from 'fast-check';
import { generate, type Packet, parser } from 'mqtt-packet';
import {
  disconnectRequest,
  encodeConnect,
  encodeSubscribe,
  encodeUnsubscribe,
  PacketReader,
  pingRequest,
  type ReceivedPacket,
} from './mqtt-packets';

/** What the library of the brokers reads. */
function parse(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: 4 });
  reader.on('packet', (packet) => packets.push(packet));
  reader.on('error', (error) => {
    throw error;
  });
  reader.parse(Buffer.from(bytes));
  return packets;
}

const text = (maxLength: number) => fc.string({ unit: 'binary', minLength: 1, maxLength }).filter(isUsable);
/** Lone surrogates have no UTF-8, and MQTT forbids the null character. */
const isUsable = (value: string) => !value.includes('\0') && Buffer.from(value).toString() === value;
const id = fc.integer({ min: 1, max: 65_535 });

test('a broker reads what is sent', () => {
  fc.assert(
    fc.property(text(60), text(200), id, text(80), (username, password, messageId, topic) => {
      const credentials = { username, password };
      expect(parse(encodeConnect({ clientId: 'portico-1', keepalive: 240, ...credentials }))).toMatchObject([
        { cmd: 'connect', protocolVersion: 4, clean: true, clientId: 'portico-1', keepalive: 240, username },
      ]);
      const [request] = parse(encodeConnect({ clientId: 'portico-1', keepalive: 240, ...credentials }));
      expect(String(Reflect.get(request ?? {}, 'password'))).toBe(password);
      expect(parse(encodeSubscribe(messageId, topic))).toMatchObject([
        { cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 0 }] },
      ]);
      expect(parse(encodeUnsubscribe(messageId, topic))).toMatchObject([
        { cmd: 'unsubscribe', messageId, unsubscriptions: [topic] },
      ]);
    }),
  );
  expect(parse(pingRequest)).toMatchObject([{ cmd: 'pingreq' }]);
  expect(parse(disconnectRequest)).toMatchObject([{ cmd: 'disconnect' }]);
});

test('without credentials it sends none', () => {
  const [request] = parse(encodeConnect({ clientId: 'portico-1', keepalive: 240 }));
  expect(request).toMatchObject({ cmd: 'connect', clientId: 'portico-1' });
  expect(Object.keys(request ?? {})).not.toEqual(expect.arrayContaining(['username']));
});

test('a text may be long, and is an error when it is too long', () => {
  // Above 127 and 16,383 bytes the length takes more bytes.
  for (const length of [100, 200, 20_000])
    expect(parse(encodeUnsubscribe(1, 'x'.repeat(length)))).toMatchObject([{ unsubscriptions: ['x'.repeat(length)] }]);
  expect(() => encodeSubscribe(1, 'x'.repeat(65_536))).toThrow(RangeError);
});

const payload = fc.uint8Array({ maxLength: 300 });
const packet = fc.oneof(
  fc.record({
    cmd: fc.constant('publish' as const),
    topic: text(80),
    payload,
    qos: fc.constantFrom(0 as const, 1),
    id,
  }),
  fc.record({ cmd: fc.constant('connack' as const), code: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ cmd: fc.constantFrom('suback' as const, 'unsuback' as const), id, isRefused: fc.boolean() }),
  fc.record({ cmd: fc.constant('pingresp' as const) }),
);
type Sent = typeof packet extends fc.Arbitrary<infer Value> ? Value : never;

function write(sent: Sent): Buffer {
  switch (sent.cmd) {
    case 'publish':
      return generate({ ...sent, payload: Buffer.from(sent.payload), messageId: sent.id, dup: false, retain: false });
    case 'connack':
      return generate({ cmd: 'connack', returnCode: sent.code, sessionPresent: false });
    case 'suback':
      return generate({ cmd: 'suback', messageId: sent.id, granted: [sent.isRefused ? 0x80 : 0] });
    case 'unsuback':
      return generate({ cmd: 'unsuback', messageId: sent.id, granted: [] });
    case 'pingresp':
      return generate({ cmd: 'pingresp' });
  }
}

function expected(sent: Sent): ReceivedPacket {
  switch (sent.cmd) {
    case 'publish':
      return { type: 'publish', topic: sent.topic, payload: sent.payload };
    case 'connack':
      return { type: 'connack', code: sent.code };
    case 'suback':
      return { type: 'suback', id: sent.id, isRefused: sent.isRefused };
    case 'unsuback':
      return { type: 'unsuback', id: sent.id, isRefused: false };
    case 'pingresp':
      return { type: 'pingresp' };
  }
}

test('reads what a broker sends, however it is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 6 }), fc.array(fc.nat(1_000), { maxLength: 8 }), (sent, cuts) => {
      const bytes = new Uint8Array(Buffer.concat(sent.map(write)));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const reader = new PacketReader();
      const read = places.slice(1).flatMap((end, index) => reader.read(bytes.slice(places[index], end)));
      expect(read).toEqual(sent.map(expected));
    }),
  );
});

test('reads a long publication in several pieces', () => {
  const long = new Uint8Array(Buffer.alloc(40_000, 'x'));
  const sent = { cmd: 'publish', topic: 'a', payload: Buffer.from(long), qos: 0, dup: false, retain: false } as const;
  const bytes = new Uint8Array(generate(sent));
  const reader = new PacketReader();
  expect(reader.read(bytes.slice(0, 2))).toEqual([]);
  expect(reader.read(bytes.slice(2, 30_000))).toEqual([]);
  expect(reader.read(bytes.slice(30_000))).toEqual([{ type: 'publish', topic: 'a', payload: long }]);
});

test.each([
  ['a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ['a packet that only clients send', [0x10, 0]],
  ['a publication whose topic is longer than it', [0x30, 3, 0, 9, 0x61]],
  ['an answer without an id', [0x90, 0]],
  ['a connection without an answer', [0x20, 0]],
])('%s is an error', (_, bytes) => {
  expect(() => new PacketReader().read(Uint8Array.from(bytes))).toThrow('MQTT');
});
