import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startHttpServer } from '../../testing/start-http-server';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { waitFor } from '../../testing/wait-for';
import { createBreachCheck } from './require-uncommon-password';

const password = 'a long but leaked sentence';
const digest = createHash('sha1').update(password).digest('hex').toUpperCase();

let answer: RequestListener;
let asked: string[];
let paddings: unknown[];
let warnings: unknown[];
const service = startBeforeTests(() =>
  startHttpServer((request, response) => {
    asked.push(request.url ?? '');
    paddings.push(request.headers['add-padding']);
    answer(request, response);
  }),
);
beforeEach(() => {
  asked = [];
  paddings = [];
  warnings = [];
});

const answers = (text: string, status = 200): RequestListener => {
  return (_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
};

function createCheck() {
  const log = { warn: (...warning: unknown[]) => void warnings.push(warning.at(-1)) };
  return createBreachCheck(`${service.origin}/range/`, log);
}
const check = () => createCheck()(password);

test('a listed password is breached; the service gets five digits of its digest and is asked for padding', async () => {
  answer = answers(`0018A45C4D1DEF81644B54AB7F969B88D65:21\r\n${digest.slice(5)}:3\r\n`);
  expect(await check()).toBe(true);
  expect(asked).toEqual([`/range/${digest.slice(0, 5)}`]);
  expect(paddings).toEqual(['true']);
});

test('ten concurrent passwords are compared, an eleventh is not, and later ones are', async () => {
  const sendRange = answers(`${digest.slice(5)}:3`);
  const waiting: Parameters<RequestListener>[] = [];
  answer = (...call) => void waiting.push(call);
  const isBreached = createCheck();
  const checks = Array.from({ length: 10 }, () => isBreached(password));
  expect(await isBreached(password)).toBe(false);
  expect(warnings).toEqual([expect.stringContaining('Too many')]);
  await waitFor(async () => waiting[9]);
  answer = sendRange;
  for (const call of waiting) sendRange(...call);
  expect(await Promise.all(checks)).toEqual(checks.map(() => true));
  expect(await isBreached(password)).toBe(true);
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

test('without a service no request is sent', async () => {
  expect(await createBreachCheck(undefined, { warn: () => {} })(password)).toBe(false);
  expect(asked).toEqual([]);
});

test('the server refuses a new password that the service of its operator lists', async () => {
  answer = answers(`${digest.slice(5)}:3`);
  const server = await startTestServer({ PORTICO_BREACHED_PASSWORDS_URL: `${service.origin}/range/` });
  try {
    const { token } = await server.signIn('ana@portico.test');
    const body = { current_password: 'portico-demo', new_password: password };
    const response = await server.call('PUT', '/api/auth/password', { token, body });
    expect(await readError(response)).toBe('400 password-too-common');
  } finally {
    await server.stop();
  }
});
