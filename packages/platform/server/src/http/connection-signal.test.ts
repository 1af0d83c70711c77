import fastify from 'fastify';
import { startBeforeTests } from '../testing/start-before-tests';
import { waitFor } from '../testing/wait-for';
import { getConnectionSignal } from './connection-signal';

const seen: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
const server = startBeforeTests(async () => {
  const app = fastify();
  app.post('/', async (request) => {
    await new Promise<void>((resolve) => seen.push({ signal: getConnectionSignal(request), end: resolve }));
    return 'done';
  });
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() };
});

const post = (signal?: AbortSignal) =>
  fetch(server.url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: signal ?? null,
  });

test('the signal is aborted when the connection closes, and not when the body has been read', async () => {
  const first = post();
  const { end, signal } = await waitFor(async () => seen[0]);
  expect(signal.aborted).toBe(false);
  end();
  expect(await (await first).text()).toBe('done');
  const leaving = new AbortController();
  const second = post(leaving.signal).catch((error: Error) => error.name);
  const left = await waitFor(async () => seen[1]);
  expect(left.signal.aborted).toBe(false);
  leaving.abort();
  expect(await second).toBe('AbortError');
  await waitFor(async () => left.signal.aborted || undefined);
  left.end();
});
