import { accessTokenResponseSchema, type GrantedRole, type Role, roles } from '@portico/contract';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

/** The routes of operators and of publishing, as they are registered. */
const registered = new Set<string>();
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      prepareApp: (app) => {
        app.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat()) {
            if (!/^(?:HEAD|OPTIONS|TRACE)$/.test(name) && /^\/api\/(?:operator|publishing)\//.test(url))
              registered.add(`${name} ${url}`);
          }
        });
      },
    },
  ),
);

/** The roles that may make each call, besides operators. Written by hand: it is what the product promises. */
const allowed: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/operator/self': ['administrator', 'help-desk', 'publisher', 'auditor'],
  'POST /api/operator/confirmation': ['administrator', 'help-desk', 'publisher', 'auditor'],
  'GET /api/operator/tenants/:tenant/roles': ['administrator', 'auditor'],
  'PUT /api/operator/tenants/:tenant/roles': ['administrator'],
  'DELETE /api/operator/tenants/:tenant/roles': ['administrator'],
  'GET /api/operator/tenants/:tenant/apps': ['administrator', 'help-desk', 'auditor'],
};

/** Publishers of one module may make these calls about others as well, as teams may. */
const ofAllModules: readonly string[] = ['GET /api/publishing/modules/:module/consumers'];

/** Refusals by the role, and by a credential that is none. */
const refusals = /^(?:403 (?:role-needed|token-not-allowed|module-foreign)|401 .*)$/;

const grants: Readonly<Record<Role, GrantedRole>> = {
  operator: { role: 'operator' },
  administrator: { role: 'administrator', tenant: 'smsa' },
  'help-desk': { role: 'help-desk', tenant: 'smsa' },
  publisher: { role: 'publisher', modules: ['smsa'] },
  auditor: { role: 'auditor', tenant: 'smsa' },
};

const person = 'carla@portico.test';

async function ask(route: string, token: string | undefined, { tenant = 'smsa', module = 'smsa' } = {}) {
  const [method = '', url = ''] = route.split(' ');
  const path = url
    .replace(':tenant', tenant)
    .replace(':module', module)
    .replace(':email', 'nobody@portico.test')
    .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000');
  const isEmpty = method === 'GET' || method === 'DELETE';
  const response = await server.call(method, path, { ...(token && { token }), ...(!isEmpty && { body: {} }) });
  return response.ok ? String(response.status) : await readError(response);
}

const publishing = (route: string) => route.includes('/publishing/');

test.each(roles)('the role %s may make its calls, in its tenant, and no others', async (role) => {
  await server.operate('PUT', 'roles', { email: person, granted: grants[role] });
  const { token } = await server.signIn(person);
  const wrong: string[] = [];
  const check = async (route: string, isAllowed: boolean, place = {}) => {
    const answer = await ask(route, token, place);
    if (refusals.test(answer) === isAllowed) wrong.push(`${route} ${JSON.stringify(place)}: ${answer}`);
  };
  for (const route of registered) {
    if (role === 'operator') {
      // Nowhere, so that nothing is deleted.
      await check(route, true, { tenant: 'nowhere', module: 'unknown' });
    } else if (publishing(route)) {
      if (route === 'POST /api/publishing/outcomes') continue;
      await check(route, role === 'publisher');
      if (route.includes(':module')) {
        await check(route, role === 'publisher' && ofAllModules.includes(route), { module: 'welcome' });
      }
    } else {
      await check(route, allowed[route]?.includes(role) === true);
      if (route.includes(':tenant')) await check(route, false, { tenant: 'finouro' });
    }
  }
  await server.operate('DELETE', 'roles', { email: person, granted: grants[role] });
  expect(wrong).toEqual([]);
});

test.each([
  ['nobody', async () => undefined],
  ['a user without a role', async () => (await server.signIn('ana@portico.test')).token],
])('%s makes none of the calls', async (_name, getToken) => {
  const token = await getToken();
  const answers = new Map<string, string>();
  for (const route of registered) {
    if (route === 'POST /api/publishing/outcomes') continue;
    const answer = await ask(route, token, { tenant: 'nowhere', module: 'unknown' });
    if (!refusals.test(answer)) answers.set(route, answer);
  }
  expect(Object.fromEntries(answers)).toEqual({});
});

test('a token of another application makes none of the calls', async () => {
  await server.operate('PUT', 'roles', { email: 'ana@portico.test', granted: grants.operator });
  const { refreshToken } = await server.signIn('ana@portico.test');
  const body = { app: 'smsa', domain: 'smsa' };
  const exchanged = await server.call('POST', '/api/auth/exchange', { refreshToken, body });
  const { access_token: token } = v.parse(accessTokenResponseSchema, await exchanged.json());
  for (const route of registered) {
    if (route === 'POST /api/publishing/outcomes') continue;
    expect([route, await ask(route, token)]).toEqual([route, '403 token-not-allowed']);
  }
  await server.operate('DELETE', 'roles', { email: 'ana@portico.test', granted: grants.operator });
});

test('each promised call exists', () => {
  expect(Object.keys(allowed).filter((route) => !registered.has(route))).toEqual([]);
});
