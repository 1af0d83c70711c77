import { randomUUID } from 'node:crypto';
import { apiErrorSchema } from '@portico/contract';
import type { GrantedRole } from '@portico/contract/administration';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startTestServer } from '../../testing/start-test-server';
import { readSession } from '../../testing/test-client';

const routes: string[] = [];
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } },
      prepareApp: (app) => {
        app.addHook('onRoute', ({ method, url }) => {
          if (!/^\/api\/(?:operator|publishing)\//.test(url)) return;
          for (const name of [method].flat()) if (name !== 'HEAD') routes.push(`${name} ${url.slice('/api/'.length)}`);
        });
      },
    },
  ),
);

type Word = 'administrator' | 'help-desk' | 'auditor' | 'publisher' | 'any' | 'user' | 'person';

const readers = ['administrator', 'help-desk', 'auditor'] as const;

/**
 * The callers of each route, besides operators. `publisher` is one of the module in the address, or any where the address
 * has none; `any` is any role; `person` excludes the operator's key; `user` is every user with the portal's own token.
 */
const expected: Readonly<Record<string, readonly Word[]>> = {
  'GET operator/self': ['any', 'person'],
  'POST operator/confirmation': ['any', 'person'],
  'GET operator/roles': [],
  'PUT operator/roles': [],
  'DELETE operator/roles': [],
  'GET operator/tenants/:tenant/roles': readers,
  'PUT operator/tenants/:tenant/roles': ['administrator'],
  'DELETE operator/tenants/:tenant/roles': ['administrator'],
  'GET operator/audit': [],
  'GET operator/tenants/:tenant/audit': readers,
  'GET operator/tenants': [],
  'POST operator/tenants': [],
  'DELETE operator/tenants/:tenant': [],
  'POST operator/tenants/:tenant/emergency-links': [],
  'GET operator/tenants/:tenant/second-factor': readers,
  'PUT operator/tenants/:tenant/second-factor': ['administrator'],
  'DELETE operator/users/:email/second-factor': [],
  'DELETE operator/tenants/:tenant/users/:email/second-factor': ['administrator', 'help-desk'],
  'GET operator/tenants/:tenant/look': readers,
  'PATCH operator/tenants/:tenant/look': ['administrator'],
  'PUT operator/tenants/:tenant/look/logo': ['administrator'],
  'DELETE operator/tenants/:tenant/look/logo': ['administrator'],
  'GET operator/tenants/:tenant/sign-in-providers': readers,
  'PUT operator/tenants/:tenant/sign-in-providers': [],
  'DELETE operator/tenants/:tenant/sign-in-providers/:id': [],
  'GET operator/tenants/:tenant/apps': readers,
  'GET operator/tenants/:tenant/apps/:module/users': readers,
  'PUT operator/tenants/:tenant/apps/:module': [],
  'PATCH operator/tenants/:tenant/apps/:module': [],
  'DELETE operator/tenants/:tenant/apps/:module': [],
  'PUT operator/tenants/:tenant/apps/:module/users/:email': ['administrator'],
  'DELETE operator/tenants/:tenant/apps/:module/users/:email': ['administrator'],
  'GET operator/tenants/:tenant/access': readers,
  'PATCH operator/tenants/:tenant/access': ['administrator'],
  'GET operator/tenants/:tenant/access-requests': readers,
  'POST operator/tenants/:tenant/access-requests/:id/answer': ['administrator'],
  'GET operator/tenants/:tenant/groups': readers,
  'POST operator/tenants/:tenant/groups': ['administrator'],
  'GET operator/tenants/:tenant/groups/:group/members': readers,
  'PATCH operator/tenants/:tenant/groups/:group': ['administrator'],
  'DELETE operator/tenants/:tenant/groups/:group': ['administrator'],
  'GET operator/tenants/:tenant/mappings': readers,
  'POST operator/tenants/:tenant/mappings': ['administrator'],
  'DELETE operator/tenants/:tenant/mappings/:mapping': ['administrator'],
  'GET operator/tenants/:tenant/invitations': readers,
  'POST operator/tenants/:tenant/invitations': ['administrator'],
  'POST operator/tenants/:tenant/invitations/plan': ['administrator'],
  'POST operator/tenants/:tenant/invitations/:id/resend': ['administrator', 'help-desk'],
  'DELETE operator/tenants/:tenant/invitations/:id': ['administrator'],
  'GET operator/tenants/:tenant/announcements': readers,
  'POST operator/tenants/:tenant/announcements': ['administrator'],
  'GET operator/tenants/:tenant/announcements/:id': readers,
  'PATCH operator/tenants/:tenant/announcements/:id': ['administrator'],
  'DELETE operator/tenants/:tenant/announcements/:id': ['administrator'],
  'GET operator/announcements': [],
  'POST operator/announcements': [],
  'GET operator/announcements/:id': [],
  'PATCH operator/announcements/:id': [],
  'DELETE operator/announcements/:id': [],
  'GET operator/tenants/:tenant/scim-tokens': [],
  'POST operator/tenants/:tenant/scim-tokens': [],
  'DELETE operator/tenants/:tenant/scim-tokens/:id': [],
  'GET operator/users': [],
  'POST operator/users': [],
  'PATCH operator/users/:email': [],
  'GET operator/users/:email/export': [],
  'GET operator/tenants/:tenant/users': readers,
  'GET operator/tenants/:tenant/users/:email': readers,
  'POST operator/tenants/:tenant/users/:email/reset': ['administrator', 'help-desk'],
  'POST operator/tenants/:tenant/users/:email/unlock': ['administrator', 'help-desk'],
  'DELETE operator/tenants/:tenant/users/:email/sessions': ['administrator', 'help-desk'],
  'DELETE operator/tenants/:tenant/users/:email/sessions/:id': ['administrator', 'help-desk'],
  'PATCH operator/tenants/:tenant/users/:email': ['administrator'],
  'PUT operator/tenants/:tenant/users/:email/address': ['administrator'],
  'DELETE operator/tenants/:tenant/users/:email/address': ['administrator'],
  'DELETE operator/tenants/:tenant/users/:email': ['administrator'],
  'DELETE operator/tenants/:tenant/users/:email/account': ['administrator'],
  'GET operator/users/:email': [],
  'PUT operator/users/:email/address': [],
  'DELETE operator/users/:email/address': [],
  'POST operator/users/:email/reset': [],
  'POST operator/users/:email/unlock': [],
  'DELETE operator/users/:email/sessions': [],
  'DELETE operator/users/:email/sessions/:id': [],
  'DELETE operator/users/:email': [],
  'GET operator/service-keys': ['publisher'],
  'POST operator/service-keys': ['publisher'],
  'DELETE operator/service-keys/:id': ['publisher'],
  'GET operator/team-tokens': ['publisher'],
  'POST operator/team-tokens': ['publisher'],
  'DELETE operator/team-tokens/:id': ['publisher'],
  'GET operator/health': [],
  'POST operator/addresses/release': [],
  'POST operator/modules/:module/quarantine': [],
  'GET operator/backup': [],
  'GET publishing/modules': ['publisher'],
  'GET publishing/history': ['publisher'],
  'GET publishing/failures': ['publisher'],
  'GET publishing/failures/:id': ['publisher'],
  'POST publishing/shared': ['publisher'],
  'POST publishing/versions': ['publisher'],
  'GET publishing/previews': ['publisher'],
  'DELETE publishing/previews/:id': ['publisher'],
  'GET publishing/modules/:module/consumers': ['publisher'],
  'POST publishing/modules/:module/missing-files': ['publisher'],
  'POST publishing/modules/:module/versions': ['publisher'],
  'GET publishing/modules/:module/versions': ['publisher'],
  'GET publishing/modules/:module/versions/:version/comparison': ['publisher'],
  'POST publishing/modules/:module/versions/:version/publish': ['publisher'],
  'POST publishing/modules/:module/rollback': ['publisher'],
  'POST publishing/modules/:module/widen': ['publisher'],
  'POST publishing/modules/:module/hold': ['publisher'],
  'POST publishing/modules/:module/continue': ['publisher'],
  'POST publishing/modules/:module/promote': ['publisher'],
  'POST publishing/modules/:module/withdraw': ['publisher'],
  'POST publishing/modules/:module/previews': ['publisher'],
  'POST publishing/modules/:module/versions/:version/preview': ['publisher'],
  'PUT publishing/modules/:module/files/:digest': ['publisher'],
  'POST publishing/outcomes': ['user'],
  'POST publishing/vitals': ['user'],
  'GET publishing/modules/:module/vitals': ['publisher'],
};

/** Any publisher may read who imports a module. */
const readByAnyPublisher = 'GET publishing/modules/:module/consumers';

interface TestCaller {
  readonly name: string;
  /** The words of the table that apply to the caller; `operator` may everything. */
  readonly as: Word | 'operator' | 'foreign-publisher' | 'nobody';
  readonly role?: GrantedRole;
  /** Where the caller signs in; by default at the tenant of the calls. */
  readonly host?: string;
  readonly exchange?: object;
}

const inSmsa = { tenant: 'smsa' };
const inFinouro = { tenant: 'finouro' };
const callers: readonly TestCaller[] = [
  { name: 'an operator', as: 'operator', role: { role: 'operator' } },
  { name: 'an operator, in another tenant', as: 'operator', role: { role: 'operator' }, host: '127.0.0.1' },
  ...readers.flatMap((role): TestCaller[] => [
    { name: `the ${role}`, as: role, role: { role, ...inSmsa } },
    { name: `the ${role} of another tenant`, as: 'nobody', role: { role, ...inFinouro } },
    { name: `the ${role}, signed in to another tenant`, as: 'nobody', role: { role, ...inSmsa }, host: '127.0.0.1' },
  ]),
  { name: 'the publisher', as: 'publisher', role: { role: 'publisher', modules: ['smsa'] } },
  {
    name: 'the publisher of another module',
    as: 'foreign-publisher',
    role: { role: 'publisher', modules: ['welcome'] },
  },
  { name: 'a user without a role', as: 'nobody' },
  {
    name: 'an operator with a token for the console',
    as: 'operator',
    role: { role: 'operator' },
    exchange: { app: 'console', domain: 'smsa' },
  },
  {
    name: 'an operator with a token for another app',
    as: 'nobody',
    role: { role: 'operator' },
    exchange: { app: 'smsa', domain: 'smsa' },
  },
  {
    name: 'an administrator of another tenant, with a token for the console there',
    as: 'nobody',
    role: { role: 'administrator', ...inFinouro },
    exchange: { app: 'console', domain: 'finouro' },
  },
];

/** Fills the parameters so that a call changes nothing. */
function fill(route: string, tenant: string): { readonly method: string; readonly path: string } {
  const [method = '', url = ''] = route.split(' ');
  const values: Record<string, string> = {
    tenant,
    module: 'smsa',
    email: 'unknown@portico.test',
    version: '0.0.0-unknown',
    digest: 'a'.repeat(64),
    id: randomUUID(),
    group: randomUUID(),
  };
  return { method, path: `/api/${url.replaceAll(/:(\w+)/g, (_, name) => values[name] ?? name)}` };
}

async function make(route: string, token: string | undefined, tenant = 'smsa', body: object = {}): Promise<string> {
  const { method, path } = fill(route, tenant);
  const response = await server.call(method, path, {
    ...(token !== undefined && { token }),
    ...(method !== 'GET' && { body }),
  });
  if (response.ok) {
    await response.arrayBuffer();
    return 'allowed';
  }
  const { code } = v.parse(apiErrorSchema, await response.json());
  return response.status === 401 || response.status === 403 ? code : 'allowed';
}

const email = 'dora@portico.test';

/** Makes dora the caller, and returns her token. */
async function prepare({ role, host, exchange }: TestCaller): Promise<string> {
  if (role) expect((await server.operate('PUT', 'roles', { email, granted: role })).status).toBe(204);
  const url = host === undefined ? server.url : server.url.replace('localhost', host);
  const body = JSON.stringify({ email, password: 'portico-demo' });
  const headers = { 'content-type': 'application/json' };
  const session = await readSession(await fetch(`${url}/api/auth`, { method: 'POST', body, headers }));
  if (exchange === undefined) return session.token;
  const { refreshToken } = session;
  const exchanged = await server.call('POST', '/api/auth/exchange', { body: exchange, refreshToken });
  return v.parse(v.object({ access_token: v.string() }), await exchanged.json()).access_token;
}

/** Returns whether the table allows a call. */
function expectAllowed(route: string, { as, exchange }: TestCaller): boolean {
  const words = expected[route] ?? [];
  if (words.includes('user')) return exchange === undefined;
  if (as === 'operator') return true;
  if (as === 'nobody') return false;
  if (words.includes('any')) return true;
  if (as !== 'foreign-publisher') return words.includes(as);
  return words.includes('publisher') && (!route.includes(':module') || route === readByAnyPublisher);
}

test('the table has every route', () => {
  expect(routes.toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(callers)('$name may make exactly the calls of the table', async (caller) => {
  const token = await prepare(caller);
  const unexpected: string[] = [];
  for (const route of routes) {
    // Calls of operators reach their route.
    const answer = await make(route, token, caller.as === 'operator' ? 'unknown' : 'smsa');
    const allowed = ['allowed', 'confirmation-needed'].includes(answer);
    if (allowed !== expectAllowed(route, caller)) unexpected.push(`${route}: ${answer}`);
  }
  if (caller.role) await server.operate('DELETE', 'roles', { email, granted: caller.role });
  expect(unexpected).toEqual([]);
});

test('the operator’s key may make all calls but those of people', async () => {
  for (const route of routes) {
    const words = expected[route] ?? [];
    const answer = words.includes('person')
      ? 'person-needed'
      : words.includes('user')
        ? 'not-authenticated'
        : 'allowed';
    expect([route, await make(route, server.operatorKey, 'unknown', { password: 'any' })]).toEqual([route, answer]);
  }
});

test.each([undefined, 'wrong', 'a.b.c'])('nobody makes a call with the token %s', async (token) => {
  for (const route of routes) {
    const answer = expected[route]?.includes('user') ? 'not-authenticated' : expect.stringMatching(/-wrong$/);
    expect([route, await make(route, token)]).toEqual([route, answer]);
  }
});
