import { createTrafficLimits } from './traffic';

/** The limits, with a timer that the test moves. */
function createLimits() {
  let time = 0;
  const limits = createTrafficLimits(() => time);
  return { ...limits, passSeconds: (seconds: number) => (time += seconds * 1000) };
}

/** How many times it is allowed, up to a thousand. */
function count(isAllowed: () => boolean): number {
  for (let times = 0; times < 1000; times++) if (!isAllowed()) return times;
  return 1000;
}

test('a connection sends a burst of sixty packets, and one more each second', () => {
  const { open, passSeconds } = createLimits();
  const connection = open();
  expect(count(() => connection.take(1, 2))).toBe(60);
  passSeconds(5);
  expect(count(() => connection.take(1, 2))).toBe(5);
  expect(count(() => open().take(1, 2))).toBe(1000);
});

test('a ping each minute is never too much', () => {
  const { open, passSeconds } = createLimits();
  const connection = open();
  const ping = () => {
    passSeconds(60);
    return connection.take(1, 2);
  };
  expect(count(ping)).toBe(1000);
});

test('a connection sends a burst of 32 KB', () => {
  const connection = createLimits().open();
  expect(count(() => connection.take(1, 8 * 1024))).toBe(4);
});

test('the connections of a user are counted together', () => {
  const { open } = createLimits();
  const connections = Array.from({ length: 50 }, () => {
    const connection = open();
    connection.assign('ana');
    return connection;
  });
  const packets = connections.reduce((sum, connection) => sum + count(() => connection.take(1, 2)), 0);
  expect(packets).toBe(600);
  const other = open();
  other.assign('bruno');
  expect(count(() => other.take(1, 2))).toBe(60);
});

test('the connects of a user and of an address are limited', () => {
  const { mayConnect, open, passSeconds } = createLimits();
  expect(count(() => open().assign('ana'))).toBe(100);
  expect(count(() => mayConnect('10.0.0.1'))).toBe(600);
  expect(count(() => mayConnect('10.0.0.2'))).toBe(600);
  passSeconds(10);
  expect(count(() => open().assign('ana'))).toBe(20);
  expect(count(() => mayConnect('10.0.0.1'))).toBe(300);
});
