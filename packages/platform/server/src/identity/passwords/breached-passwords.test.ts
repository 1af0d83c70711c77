import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startHttpServer } from '../../testing/start-http-server';
import { createBreachCheck } from './breached-passwords';

const password = 'a long but leaked sentence';
const digest = createHash('sha1').update(password).digest('hex').toUpperCase();

let answer: RequestListener;
let asked: string[];
let warnings: unknown[];
const service = startBeforeTests(() =>
  startHttpServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }),
);
beforeEach(() => {
  asked = [];
  warnings = [];
});

const answers = (text: string, status = 200): RequestListener => {
  return (_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
};

function check(candidate = password): Promise<boolean> {
  const log = { warn: (...warning: unknown[]) => void warnings.push(warning.at(-1)) };
  return createBreachCheck(`${service.origin}/range/`, log)(candidate);
}

test('a listed password is breached, and the service gets five digits of its digest', async () => {
  answer = answers(`0018A45C4D1DEF81644B54AB7F969B88D65:21\r\n${digest.slice(5)}:3\r\n`);
  expect(await check()).toBe(true);
  expect(asked).toEqual([`/range/${digest.slice(0, 5)}`]);
});

test.each([
  ['another password', '0018A45C4D1DEF81644B54AB7F969B88D65:21'],
  ['padding', `${digest.slice(5)}:0`],
  ['an empty range', ''],
])('%s is no breach', async (_what, range) => {
  answer = answers(range);
  expect(await check()).toBe(false);
  expect(warnings).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['an error', answers(`${digest.slice(5)}:3`, 503)],
  ['a redirect', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['an endless answer', (_request, response) => void response.write('x'.repeat(600 * 1024))],
  ['a broken connection', (request) => request.socket.destroy()],
  ['no answer', () => {}],
])('%s of the service refuses no password, and the log says so', async (_what, listener) => {
  answer = listener;
  expect(await check()).toBe(false);
  expect(warnings).toEqual([expect.stringContaining('was not compared')]);
});

test('without a service nobody is asked', async () => {
  expect(await createBreachCheck(undefined, { warn: () => {} })(password)).toBe(false);
  expect(asked).toEqual([]);
});
