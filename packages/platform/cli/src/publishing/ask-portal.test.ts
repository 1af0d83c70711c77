import { startLocalServer } from '@portico/check';
import { createServerApi } from '../server/server-api';
import { fetchTypes, findPackages } from './ask-portal';

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

test('the check gets absolute addresses of packages and of their style sheets', async () => {
  const entry = '/modules/@acme~styleguide/2.3.0/index.js';
  const styles = ['/modules/@acme~styleguide/2.3.0/looks.css'];
  const found = {
    imports: { '@acme/styleguide': entry },
    integrity: {},
    entries: { [entry]: { form: 'es-module', styles } },
  };
  const portal = await startLocalServer(async (_request, response) => void response.end(JSON.stringify(found)));
  const api = createServerApi(portal.origin, '/api/publishing/', 'token');
  await expect(findPackages(api, { shared: { '@acme/styleguide': '^2' } })).resolves.toMatchObject({
    imports: { '@acme/styleguide': portal.origin + entry },
    entries: { [portal.origin + entry]: { form: 'es-module', styles: [portal.origin + styles[0]] } },
  });
  await portal.close();
});
