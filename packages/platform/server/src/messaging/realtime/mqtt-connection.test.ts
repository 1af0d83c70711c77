import { once } from 'node:events';
import { generate, type IConnectPacket } from 'mqtt-packet';
import { WebSocket } from 'ws';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startWebSocketServer } from '../../testing/start-web-socket-server';
import { type Admission, serveMqtt } from './mqtt-connection';
import { createTopicReaders } from './topic-readers';
import { createTrafficLimits } from './traffic';

const own = 'notification-ana@portico.test';
const news = 'portico-import-map';

const readers = createTopicReaders();
const admit = jest.fn<Promise<Admission>, [string | undefined, string | undefined]>();
const server = startBeforeTests(() =>
  startWebSocketServer((webSocket) => serveMqtt(webSocket, createTrafficLimits().open(), readers, admit)),
);
beforeEach(() => admit.mockReset().mockResolvedValue({ returnCode: 0, topics: [own, news] }));
afterEach(() => jest.useRealTimers());
const connect = (options: Partial<IConnectPacket> = {}) =>
  generate({ cmd: 'connect', clientId: 'tab', keepalive: 60, ...options });
const subscribe = (...topics: string[]) =>
  generate({ cmd: 'subscribe', messageId: 7, subscriptions: topics.map((topic) => ({ topic, qos: 2 })) });
const unsubscribe = (...unsubscriptions: string[]) => generate({ cmd: 'unsubscribe', messageId: 8, unsubscriptions });
const ping = generate({ cmd: 'pingreq' });
const disconnect = generate({ cmd: 'disconnect' });
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** CONNECT with these bytes for level, flags and keepalive, of a client with the id `a`. */
const connectWith = (head: string, rest = '', name = '0004 4d515454') => {
  const body = hex(`${name} ${head} 0001 61 ${rest}`);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
};
/** SUBSCRIBE with these bytes after the packet identifier. */
const subscribeWith = (payload: string, first = '82', id = '0007') => {
  const body = hex(id + payload);
  return Buffer.concat([hex(first), Buffer.from([body.length]), body]);
};

/** Opens a websocket that sends these frames. */
function open(...frames: (Buffer | string)[]) {
  const webSocket = new WebSocket(server.url, 'mqtt');
  const answers: Buffer[] = [];
  webSocket.on('message', (data) => Buffer.isBuffer(data) && answers.push(data));
  webSocket.on('open', () => {
    for (const frame of frames) webSocket.send(frame);
  });
  const closed = new Promise<number>((resolve) => webSocket.once('close', resolve));
  return {
    webSocket,
    /** The bytes of the answers, once there are so many. */
    answered: async (length: number) => {
      while (Buffer.concat(answers).length < length) await once(webSocket, 'message');
      return Buffer.concat(answers).toString('hex');
    },
    /** The bytes of the answers and the code of the close frame, without which it would be 1006. */
    ended: async () => {
      const code = await closed;
      return `${Buffer.concat(answers).toString('hex')} ${code}`.trim();
    },
  };
}

const accepted = '20020000';
const will = { topic: own, payload: 'forged', qos: 0, retain: false } as const;

describe('CONNECT', () => {
  test.each<[string, Buffer]>([
    ['a keepalive of a minute', connect()],
    ['no keepalive', connect({ keepalive: 0 })],
    ['a keepalive of 301 s without a user', connect({ keepalive: 301 })],
    ['the longest keepalive', connect({ keepalive: 65_535, username: 'a', password: Buffer.from('b') })],
    ['an empty client id', connect({ clientId: '' })],
    ['a session to continue, of which there is none', connect({ clean: false })],
  ])('accepts %s', async (_what, packet) => {
    expect(await open(packet, disconnect).ended()).toBe(`${accepted} 1000`);
  });

  test.each<[string, number, Buffer]>([
    ['level 3', 1, connectWith('03 02 003c', '', '0006 4d5149736470')],
    ['level 3 by the new name', 1, connectWith('03 02 003c')],
    ['level 5', 1, connect({ protocolVersion: 5 })],
    ['level 6', 1, connectWith('06 02 003c')],
    ['level 0', 1, connectWith('00 02 003c')],
    ['level 4 of a bridge', 1, connectWith('84 02 003c')],
    ['an empty client id with a session to continue', 2, hex('100c 0004 4d515454 04 00 003c 0000')],
    ['a will', 5, connect({ will })],
  ])('answers %s with code %d', async (_what, code, packet) => {
    expect(await open(packet).ended()).toBe(`2002000${code} 1008`);
    expect(admit).not.toHaveBeenCalled();
  });

  test.each([3, 4, 5])('answers credentials with the code of their check, %d', async (returnCode) => {
    admit.mockResolvedValue({ returnCode, topics: [] });
    const packet = connect({ username: 'a', password: Buffer.from('b') });
    expect(await open(packet, subscribe(own)).ended()).toBe(`2002000${returnCode} 1008`);
    expect(admit).toHaveBeenCalledWith('a', 'b');
  });

  test.each<[string, Buffer]>([
    ['another protocol', connectWith('04 02 003c', '', '0004 48545450')],
    ['the reserved flag', connectWith('04 03 003c')],
    ['flags of its fixed header', Buffer.concat([hex('11'), connect().subarray(1)])],
    ['a quality of a will, without the will', connectWith('04 0a 003c')],
    ['a will that is retained, without the will', connectWith('04 22 003c')],
    ['a will of quality 3', connectWith('04 1e 003c', '0001 61 0001 62')],
    ['a password without a user name', connectWith('04 42 003c', '0001 62')],
    ['a user name that is announced and missing', connectWith('04 82 003c')],
    ['a user name with U+0000', connectWith('04 82 003c', '0002 6100')],
    ['a user name that is not UTF-8', connectWith('04 82 003c', '0002 c328')],
    ['a lone surrogate', connectWith('04 82 003c', '0003 eda080')],
    ['nothing after its name', hex('1006 0004 4d515454')],
  ])('closes without an answer for %s', async (_what, packet) => {
    expect(await open(packet).ended()).toBe('1002');
    expect(admit).not.toHaveBeenCalled();
  });

  test('comes first, and once', async () => {
    expect(await open(ping).ended()).toBe('1002');
    expect(await open(subscribe(own)).ended()).toBe('1002');
    expect(await open(connect(), connect()).ended()).toBe(`${accepted} 1002`);
  });

  test('may arrive byte by byte, and with other packets in its frame', async () => {
    const bytes = Array.from(connect(), (byte) => Buffer.from([byte]));
    expect(await open(...bytes, disconnect).ended()).toBe(`${accepted} 1000`);
    const all = Buffer.concat([connect(), subscribe(own), ping, disconnect]);
    expect(await open(all).ended()).toBe(`${accepted}9003000700d000 1000`);
  });
});

describe('SUBSCRIBE', () => {
  test.each<[string, string[], string]>([
    ['quality 0, of two', [own], '00'],
    ['a code for each filter, in order', ['a', own, '#', news], '80008000'],
    ['a code for each filter, also repeated ones', [own, own, 'a', own, 'a'], '0000800080'],
    ['valid wildcards, which nobody may read', ['+', '#', '/+', 'a/+/#', '$SYS/#'], '8080808080'],
  ])('grants %s', async (_what, topics, codes) => {
    const suback = `90${(topics.length + 2).toString(16).padStart(2, '0')}0007${codes}`;
    expect(await open(connect(), subscribe(...topics), disconnect).ended()).toBe(`${accepted}${suback} 1000`);
  });

  test('brings each message once, with the quality that was granted', async () => {
    const { answered } = open(connect(), subscribe(own, own));
    const granted = `${accepted}900400070000`;
    expect(await answered(10)).toBe(granted);
    const packet = generate({ cmd: 'publish', topic: own, payload: '{}', qos: 0, dup: false, retain: false });
    readers.send(own, packet);
    readers.send(news, packet);
    readers.send(own, packet);
    expect(await answered(10 + 2 * packet.length)).toBe(granted + packet.toString('hex').repeat(2));
    expect(packet[0]).toBe(0x30);
  });

  test.each<[string, Buffer]>([
    ['no filter', subscribeWith('')],
    ['no packet identifier', subscribeWith('0001 61 00', '82', '0000')],
    ['other flags', subscribeWith('0001 61 00', '80')],
    ['quality 3', subscribeWith('0001 61 03')],
    ['reserved bits of the quality', subscribeWith('0001 61 04')],
    ['a filter without a quality', subscribeWith('0001 61')],
    ['an empty filter', subscribe('')],
    ['a filter with U+0000', subscribe('a\0b')],
    ['a filter that is not UTF-8', subscribeWith('0002 c328 00')],
    ['a level after #', subscribe('#/a')],
    ['# beside a letter', subscribe('a#')],
    ['+ beside a letter', subscribe('a+/b')],
  ])('closes for %s', async (_what, packet) => {
    expect(await open(connect(), packet).ended()).toBe(`${accepted} 1002`);
  });
});

test('UNSUBSCRIBE is answered, also for a topic that was not subscribed, and ends the messages', async () => {
  const { answered, webSocket } = open(connect(), subscribe(own, news), unsubscribe(own, 'a'));
  const answers = `${accepted}900400070000b0020008`;
  expect(await answered(14)).toBe(answers);
  readers.send(own, Buffer.from('lost'));
  readers.send(news, Buffer.from('here'));
  expect(await answered(18)).toBe(answers + Buffer.from('here').toString('hex'));
  webSocket.close();
  expect(await open(connect(), hex('a202 0008')).ended()).toBe(`${accepted} 1002`);
});

test.each<[string, number, Buffer | string]>([
  [
    'a message of the client',
    1008,
    generate({ cmd: 'publish', topic: own, payload: '', qos: 0, dup: false, retain: true }),
  ],
  ['an acknowledgement of nothing', 1002, generate({ cmd: 'puback', messageId: 1 })],
  ['a packet that only servers send', 1002, generate({ cmd: 'pingresp' })],
  ['a packet of a reserved type', 1002, hex('0000')],
  ['a packet of MQTT 5', 1002, hex('f000')],
  ['text', 1003, 'c000'],
  ['a packet that is announced as too large', 1009, hex('32ffffff7f')],
  ['a malformed length', 1009, hex('82ffffffff01')],
])('%s closes with %d', async (_what, code, frame) => {
  expect(await open(connect(), frame).ended()).toBe(`${accepted} ${code}`);
});

/** Replaces timers, but not those of sockets. */
const useFakeTimers = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });

test.each<[string, Buffer[]]>([
  ['61 filters of one packet', [subscribe(...Array<string>(61).fill(own))]],
  ['a hundred packets of a frame', [Buffer.concat(Array<Buffer>(100).fill(ping))]],
])('%s wait ten seconds without an answer, and then close with 1008', async (_what, frames) => {
  useFakeTimers();
  const { answered, ended, webSocket } = open(connect(), ...frames);
  expect(await answered(4)).toBe(accepted);
  // The server has read the frames when it answers a later connection.
  await open(connect(), disconnect).ended();
  jest.advanceTimersByTime(9_999);
  expect(webSocket.readyState).toBe(WebSocket.OPEN);
  jest.advanceTimersByTime(1);
  expect(await ended()).toBe(`${accepted} 1008`);
});

test.each([
  ['its keepalive', { keepalive: 20 }, 30],
  ['the server’s, if it has none', { keepalive: 0, username: 'ana' }, 900],
  ['the server’s, if its own is longer', { keepalive: 3_600, username: 'ana' }, 900],
  ['the server’s for browsers without a session', { keepalive: 301 }, 450],
])('a silent client is closed after one and a half times %s', async (_what, options, seconds) => {
  useFakeTimers();
  const { answered, ended, webSocket } = open(connect(options));
  await answered(4);
  jest.advanceTimersByTime(seconds * 1_000 - 1);
  webSocket.send(ping);
  expect(await answered(6)).toBe(`${accepted}d000`);
  jest.advanceTimersByTime(seconds * 1_000);
  expect(await ended()).toBe(`${accepted}d000 1008`);
});

test('a client that reads too slowly is closed', async () => {
  const { answered, ended, webSocket } = open(connect(), subscribe(own));
  await answered(9);
  webSocket.pause();
  for (let count = 0; count < 200; count++) readers.send(own, Buffer.alloc(64 * 1024));
  webSocket.resume();
  expect((await ended()).slice(-105)).toBe(`${'0'.repeat(100)} 1008`);
});

test('a client that does not connect within ten seconds is closed', async () => {
  useFakeTimers();
  const { ended, webSocket } = open();
  await once(webSocket, 'open');
  jest.advanceTimersByTime(10_000);
  expect(await ended()).toBe('1008');
});
