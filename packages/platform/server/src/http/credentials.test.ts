import { testServer } from '../testing/start-test-server';

const routes: string[] = [];
const server = testServer(
  {},
  {
    hasShell: true,
    prepareApp: (app) => {
      app.addHook('onRoute', ({ method, url }) => {
        routes.push(...[method].flat().map((name) => `${name} ${url}`));
      });
    },
  },
);

/** Routes that answer everybody, or refuse a call for its content before its credentials. */
const open = [
  'DELETE /api/auth/invalidate',
  'GET /*',
  'GET /.well-known/change-password',
  'GET /.well-known/jwks.json',
  'GET /api/apps',
  'GET /api/sign-in/leave',
  'GET /app-icon-180.png',
  'GET /app-icon-192.png',
  'GET /app-icon-512.png',
  'GET /app-icon-maskable.png',
  'GET /apple-touch-icon.png',
  'GET /deployer',
  'GET /deployer/health',
  'GET /favicon.ico',
  'GET /favicon.png',
  'GET /favicon.svg',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /import-map.json',
  'GET /manifest.webmanifest',
  'GET /modules/mf-snapshot.json',
  'GET /offline-worker.js',
  'GET /robots.txt',
  'POST /api/auth',
  'POST /api/auth/backchannel-logout',
  'POST /api/auth/devices/report',
  'POST /api/auth/exchange',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/recover',
  'POST /api/invitations/accept',
  'POST /api/invitations/open',
  'POST /api/invitations/passkey',
  'POST /api/policy-reports',
  'GET /api/sign-in/emergency',
  'POST /api/sign-in/emergency',
  'POST /signin',
  'PUT /api/auth/recover',
];

test('every other route refuses a call without credentials', async () => {
  const answers: string[] = [];
  for (const route of routes) {
    const [method = '', url = ''] = route.split(' ');
    if (/^(?:HEAD|OPTIONS|QUERY|TRACE)$/.test(method)) continue;
    const address = url.replaceAll(/:\w+/g, 'name').replace(/^\*/, '/').replace('*', 'missing/name');
    const response = await fetch(server.url + address, { method, redirect: 'manual' });
    await response.arrayBuffer();
    // Addresses of files that do not exist need no credentials either.
    if (response.status !== 401 && response.status !== 404) answers.push(route);
  }
  expect(answers.toSorted()).toEqual(open.toSorted());
});
