import { createPacketGate } from './traffic';

/** A packet of MQTT with a body of this many bytes. */
function packet(length: number): number[] {
  const header = [0x30];
  let rest = length;
  do {
    header.push(rest > 127 ? (rest % 128) + 128 : rest);
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return [...header, ...Array<number>(length).fill(0xff)];
}

/** How many chunks pass. */
function passing(chunks: readonly number[][], limit = 300): number {
  const gate = createPacketGate(limit);
  const refused = chunks.findIndex((chunk) => gate(Uint8Array.from(chunk)) === undefined);
  return refused === -1 ? chunks.length : refused;
}

test.each([0, 1, 127, 128, 300])('packets of %d bytes pass, whole, in a row and byte by byte', (length) => {
  const three = [...packet(length), ...packet(0), ...packet(length)];
  expect(passing([three])).toBe(1);
  expect(passing(three.map((byte) => [byte]))).toBe(three.length);
});

test('counts each packet once, in whichever chunk it begins', () => {
  const gate = createPacketGate(300);
  const [one, other] = [packet(200), packet(0)];
  expect(gate(Uint8Array.from([...one, ...other, ...one.slice(0, 1)]))).toBe(3);
  expect(gate(Uint8Array.from(one.slice(1)))).toBe(0);
  expect(gate(Uint8Array.from([...other, ...other]))).toBe(2);
});

test.each([301, 16_384, 200_000_000])('a packet that announces %d bytes is stopped before they arrive', (length) => {
  const header = packet(length > 1_000_000 ? 0 : length).slice(0, 2);
  const announcing = length > 1_000_000 ? [0x30, 0xff, 0xff, 0xff, 0x7f] : packet(length);
  expect(passing([[...packet(10), ...announcing.slice(0, 6)]])).toBe(0);
  expect(header[0]).toBe(0x30);
});

test('a length of more than four bytes is refused', () => {
  expect(passing([[0x30, 0x80, 0x80, 0x80, 0x80, 0x01]])).toBe(0);
});
