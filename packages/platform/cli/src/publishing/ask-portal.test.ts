import { startLocalServer } from '@portico/check';
import { fetchTypes } from './ask-portal';

test.each([
  ['types beside the entry', 200, 'text/plain', 'export {};', 'export {};'],
  ['a missing file', 404, 'text/plain', 'Not found', undefined],
  ['the page of a single-page application', 200, 'text/html', '<!doctype html>', undefined],
])('it fetches %s', async (_, status, type, body, found) => {
  const host = await startLocalServer(async (_request, response) => {
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  await expect(fetchTypes(`${host.origin}/orders.js`)).resolves.toBe(found);
  await host.close();
});
