import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { createPasswordHasher } from './password-hasher';

const hashingLimits = { concurrency: 1, maxWaiting: 1 };
// Slow enough for the other calls to arrive meanwhile.
const hashingCost = { memoryCost: 19_456, timeCost: 16 };
const server = testServer({}, { hasShell: true, hashingLimits, hashingCost });

const eight = Array.from({ length: 8 }, (_, index) => index);
const ana = { email: 'ana@portico.test', password: 'portico-demo' };

test('sign-ins beyond those that may wait get 503 with Retry-After, and are no failures', async () => {
  const answers = await Promise.all(eight.map(() => server.call('POST', '/api/auth', { body: ana })));
  const busy = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length + busy.length).toBe(8);
  expect(busy.length).toBeGreaterThan(0);
  for (const response of busy) {
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await readError(response)).toBe('503 busy');
  }
  expect((await server.call('POST', '/api/auth', { body: ana })).status).toBe(200);
});

test('the form of the page says so, with the time to wait', async () => {
  const post = () =>
    fetch(`${server.url}/signin`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(ana),
      headers: { origin: server.url, cookie: '__Host-portico-probe=1', 'accept-language': 'en' },
    });
  const answers = await Promise.all(eight.map(post));
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  for (const response of busy) {
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toContain('<form lang="en"');
  }
});

test('codes, changes of passwords and requests for codes wait in the same queue', async () => {
  const { token } = await server.signIn(ana.email);
  const change = { current_password: ana.password, new_password: ana.password };
  const calls = eight.flatMap(() => [
    server.call('PUT', '/api/auth/recover', { body: { ...ana, code: '123456' } }),
    server.call('PUT', '/api/auth/password', { body: change, token }),
    server.call('POST', '/api/auth/recover', { body: { email: ana.email } }),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  for (const index of [0, 1, 2]) expect(statuses.filter((_, at) => at % 3 === index)).toContain(503);
  expect(statuses.filter((status) => ![202, 204, 400, 403, 503].includes(status))).toEqual([]);
});

test('a hash is that of argon2id with 19 MiB and two passes', async () => {
  expect(await createPasswordHasher().hash('a-password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
