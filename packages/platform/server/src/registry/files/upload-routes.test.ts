import { type IncomingMessage, request } from 'node:http';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { computeDigest, publishingCalls } from '../../testing/test-publishing';

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders'));
});

/** An upload that sends its content only when it is ended. */
function hold(content: string) {
  const address = `${server.url}/api/publishing/modules/orders/files/${computeDigest(content)}`;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/octet-stream',
    'content-length': Buffer.byteLength(content),
  };
  const held = request(address, { method: 'PUT', headers, agent: false });
  const status = new Promise<number | undefined>((resolve, reject) => {
    held.on('error', reject);
    held.on('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  held.flushHeaders();
  return { request: held, status };
}

test('some of very many concurrent uploads wait, the rest get 503, and other calls are answered', async () => {
  const contents = Array.from({ length: 220 }, (_, number) => `content ${number}`);
  const uploads = contents.map((content) => ({ content, ...hold(content) }));
  // Refuses the calls beyond the limit before any content is sent.
  const refused = new Set<(typeof uploads)[number]>();
  await new Promise<void>((resolve) => {
    for (const upload of uploads) {
      void upload.status.then((status) => {
        if (status === 503) refused.add(upload);
        if (refused.size === 12) resolve();
      });
    }
  });
  expect(await readError(await calls.upload(token, 'orders', 'one more'))).toBe('503 busy');
  expect((await server.call('GET', '/import-map.json')).status).toBe(200);

  const taken = uploads.filter((upload) => !refused.has(upload));
  for (const { content, request } of taken) request.end(content);
  expect(await Promise.all(taken.map(({ status }) => status))).toEqual(taken.map(() => 204));
  for (const { request } of refused) request.destroy();
  expect((await calls.upload(token, 'orders', 'one more')).status).toBe(204);
});

test('an aborted upload frees its place', async () => {
  for (let round = 0; round < 6; round += 1) {
    const uploads = Array.from({ length: 8 }, (_, number) => hold(`broken ${round} ${number}`));
    for (const { request, status } of uploads) {
      request.destroy();
      await status.catch(() => undefined);
    }
  }
  expect((await calls.upload(token, 'orders', 'whole')).status).toBe(204);
});
