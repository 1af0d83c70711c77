import { testServer } from '../testing/start-test-server';
import { closedPolicy } from './answer-error';

const routes: string[][] = [];
const server = testServer(
  {},
  {
    hasShell: true,
    prepareApp: (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        routes.push(...[method].flat().map((name) => [name, url]));
      });
      app.get('/api/broken', async () => {
        throw new Error('broken');
      });
    },
  },
);

const workers = ['/firebase-messaging-sw.js', '/offline-worker.js'];

/** Lists the errors in the headers of an answer. */
async function findHeaderProblems(method: string, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + address, { method, headers, redirect: 'manual' });
  await response.arrayBuffer();
  const policy = response.headers.get('content-security-policy') ?? 'none';
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  const isOpen = isPage || (workers.includes(address) && response.ok);
  const fits = isOpen
    ? /^default-src '(?:none|self)';.*; frame-ancestors 'none'(?:; report-uri \/api\/policy-reports)?$/.test(policy) &&
      policy !== closedPolicy
    : policy === closedPolicy || policy === `sandbox; ${closedPolicy}`;
  const hasType = response.headers.get('x-content-type-options') === 'nosniff';
  return fits && hasType ? [] : [`${method} ${address} ${response.status}: ${policy}`];
}

test('every route answers with a content policy and nosniff', async () => {
  expect(routes.length).toBeGreaterThan(100);
  const problems: string[] = [];
  for (const [method = '', url = ''] of routes) {
    // `fetch` refuses to send it.
    if (method === 'TRACE') continue;
    const address = url.replaceAll(/:\w+/g, 'name').replace(/^\*/, '/').replace('*', 'missing/name');
    problems.push(...(await findHeaderProblems(method, address)));
  }
  expect(problems).toEqual([]);
});

test('so do files, pages, redirects, preflights and errors, of the router as well', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const problems = await Promise.all([
    findHeaderProblems('GET', '/api/broken'),
    findHeaderProblems('GET', '/api/%zz'),
    findHeaderProblems('GET', '/media/icons/solid/bell.svg'),
    findHeaderProblems('GET', '/@portico/missing.js'),
    findHeaderProblems('GET', '/', { accept: 'text/html' }),
    findHeaderProblems('GET', '/smsa/tickets', { accept: 'text/html' }),
    findHeaderProblems('POST', '/signin', { ...form, origin: server.url }),
    findHeaderProblems('POST', '/api/auth', { 'content-type': 'text/plain' }),
    findHeaderProblems('OPTIONS', '/api/auth', {
      origin: 'https://other.test',
      'access-control-request-method': 'POST',
    }),
  ]);
  expect(problems.flat()).toEqual([]);
  expect((await server.call('GET', '/api/broken')).status).toBe(500);
});
