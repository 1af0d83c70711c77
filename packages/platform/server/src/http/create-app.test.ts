import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { readEnvironment } from '../process/environment';
import { createApp } from './create-app';
import { listen } from './listen';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

function start(variables: Record<string, string> = {}, requestTimeout?: number): FastifyInstance {
  app = createApp(readEnvironment({ LOG_LEVEL: 'silent', ...variables }), requestTimeout);
  app.get('/host', async ({ hostname }) => hostname);
  app.post('/body', async () => 'read');
  return app;
}

/** Sends bytes and returns the answer until the server closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const { port } = new URL(await listen(start({}, 300), '127.0.0.1', 0));
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

test('every answer has nosniff, errors as well', async () => {
  // The router itself refuses the last one.
  for (const url of ['/host', '/missing', '/%zz', '/body', '/api/%zz']) {
    expect((await start().inject(url)).headers['x-content-type-options']).toBe('nosniff');
  }
});

test('answers behind TLS have Strict-Transport-Security', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const behind = await start({ TRUST_PROXY: 'loopback' }).inject({ url: '/missing', headers });
  expect(behind.headers['strict-transport-security']).toBe('max-age=31536000');
  const untrusted = await start().inject({ url: '/host', headers });
  expect(untrusted.headers['strict-transport-security']).toBeUndefined();
});

test('X-Forwarded-Host counts only if the operator says so', async () => {
  const headers = { host: 'acme.test', 'x-forwarded-host': 'evil.test' };
  expect((await start({ TRUST_PROXY: 'true' }).inject({ url: '/host', headers })).body).toBe('acme.test');
  const trusting = start({ TRUST_PROXY: 'true', TRUST_FORWARDED_HOST: 'on' });
  expect((await trusting.inject({ url: '/host', headers })).body).toBe('evil.test');
});

test('a request without its body ends at the timeout', async () => {
  const head = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  expect(await exchange(`${head}{`)).toMatch(/^HTTP\/1\.1 408 /);
});

test('two Host headers are refused', async () => {
  const answer = await exchange('GET /host HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('TRACE gets an error without an echo', async () => {
  const answer = await exchange('TRACE /host HTTP/1.1\r\nHost: a.test\r\nX-Secret: echo\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toContain('echo');
});

describe('the id of a request', () => {
  const headers = { 'x-request-id': 'proxy-7' };

  test.each(['/host', '/missing', '/%zz', '/api/%zz'])('is in the answer to %s', async (url) => {
    const ids = await Promise.all([1, 2].map(async () => (await start().inject(url)).headers['x-request-id']));
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[0]);
  });

  test.each(['true', 'loopback', '10.0.0.1, 127.0.0.1'])(
    'is that of a proxy which TRUST_PROXY=%s names',
    async (proxy) => {
      const answer = await start({ TRUST_PROXY: proxy }).inject({ url: '/host', headers });
      expect(answer.headers['x-request-id']).toBe('proxy-7');
    },
  );

  test.each([
    ['false', 'proxy-7'],
    ['10.0.0.1', 'proxy-7'],
    ['true', 'two words'],
    ['true', 'x'.repeat(101)],
  ])('is a new one with TRUST_PROXY=%s and "%s"', async (proxy, id) => {
    const answer = await start({ TRUST_PROXY: proxy }).inject({ url: '/host', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });
});
