import { startLocalServer } from '@portico/check';
import { fetchTypes } from './fetch-types';

test.each([
  ['its types', 200, 'text/plain', 'export {};', 'export {};'],
  ['nothing', 404, 'text/plain', 'Not found', undefined],
  ['the page that a host gives for what it does not have', 200, 'text/html', '<!doctype html>', undefined],
])('beside the entry is %s', async (_, status, type, body, found) => {
  const host = await startLocalServer(async (_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  await expect(fetchTypes(`${host.origin}/orders.js`)).resolves.toBe(found);
  await host.close();
});
