import { createHash } from 'node:crypto';
import { type AuditAction, emergencyLinkSchema, type SignInMethod } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { openBrowser } from '../../testing/open-browser';
import { codeIn, createOutbox } from '../../testing/outbox';
import { createScimClient } from '../../testing/scim-client';
import { type Authenticator, createAuthenticator, setUpFactor } from '../../testing/set-up-factor';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { providerPassword, startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestAuthenticator } from '../../testing/test-authenticator';
import { createTestBrowser } from '../../testing/test-browser';
import type { TestSession } from '../../testing/test-client';
import { passkeyCalls } from '../../testing/test-passkeys';
import { plainPicture } from '../../testing/test-photos';
import { builtModule, computeDigest, publishingCalls } from '../../testing/test-publishing';
import { users } from '../account-tables';
import { auditRecords } from '../audit-tables';

const routes: string[] = [];
const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() =>
  startTestServer(
    {},
    {
      configuration: { hosts: { localhost: 'smsa' }, moduleOrigins: [host.origin] },
      hasShell: true,
      prepareApp: (app) => {
        app.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat())
            if (!/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(name)) routes.push(`${name} ${url}`);
        });
      },
    },
  ),
);
const oidc = startBeforeTests(() =>
  startOidcProvider({ accounts: [{ sub: '1', email: 'tiago@portico.test' }], clients: [] }),
);
const client = { client_id: 'portal', client_secret: 'secret-of-the-client' };
const putProvider = (tenant: string) =>
  server.operate('PUT', `tenants/${tenant}/sign-in-providers`, { ...client, issuer: oidc.issuer });
const calls = publishingCalls(server);
const { confirm, post, signIn } = passkeyCalls(server);
let authenticator: ReturnType<typeof createTestAuthenticator>;
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders'));
});

const email = 'ana@portico.test';
const password = 'a-new-password-7';

function sendForm(url: string, fields: Record<string, string>): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  return fetch(server.url + url, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** The cookie of a page, and later the browser's own mark of a request for a code. */
let cookie = '__Host-portico-probe=1';

async function getCode(): Promise<string> {
  const mail = await createOutbox(server).nextMailTo(email, 'code', async () => {
    const response = await server.call('POST', '/api/auth/recover', { body: { email } });
    cookie = response.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ');
  });
  return codeIn(mail);
}

const service = (content: string) => {
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 8)}.js`;
  host.files.set(`/${name}`, { content });
  return `${host.origin}/${name}`;
};

const canary = { audience: { percent: 10 } };
const auditor = { role: 'auditor', tenant: 'acme' };
const grant = 'tenants/acme/apps/smsa/users/new@acme.test';

async function askForAccess(): Promise<Response> {
  const session = await server.signIn('bruno@portico.test');
  return server.call('POST', '/api/tenants/smsa/access-requests', { token: session.token, body: {} });
}

/** Invites to the tenant of the server's address. */
function addMapping(value: string): Promise<Response> {
  return server.operate('POST', 'tenants/acme/mappings', { claim: 'groups', value, module: 'smsa' });
}

async function invite(text: string): Promise<Response> {
  const { digest } = await (await server.operate('POST', 'tenants/smsa/invitations/plan', { text })).json();
  return server.operate('POST', 'tenants/smsa/invitations', { text, digest, locale: 'en' });
}

const tomorrow = () => new Date(server.now().getTime() + 24 * 60 * 60 * 1000).toISOString();

/** The calls for announcements of a tenant, or of all. */
function announcementsOf(base: string, path: string): Record<string, Change> {
  const add = () =>
    server.operate('POST', path, { texts: { en: { title: 'News' } }, delivery: 'notification', begins_at: tomorrow() });
  const change = (method: string) => async () => {
    const { id } = await (await add()).json();
    return server.operate(method, `${path}/${id}`, method === 'PATCH' ? { kind: 'warning' } : undefined);
  };
  const url = `/api/operator/${base}`;
  return {
    [`POST ${url}`]: { action: 'announcement-added', make: add },
    [`PATCH ${url}/:id`]: { action: 'announcement-changed', make: change('PATCH') },
    [`DELETE ${url}/:id`]: { action: 'announcement-removed', make: change('DELETE') },
  };
}

/** The calls for one user, in all tenants or in one. */
function changesOf(url: string, path: string): Record<string, Change> {
  const change = (action: AuditAction, method: string, part: string, body?: object) =>
    operate(action, method, `${path}${part}`, body);
  const endOne = async () => {
    const { token } = await server.signIn(email, password);
    const [{ id }] = await (await server.call('GET', '/api/auth/sessions', { token })).json();
    return server.operate(
      'DELETE',
      `${path.replace(/acme.*|new@.*/, '')}${path.includes('acme/') ? 'smsa/users/' : ''}${email}/sessions/${id}`,
    );
  };
  return {
    [`PATCH ${url}`]: change('user-enabled', 'PATCH', '', { disabled: false }),
    [`PUT ${url}/address`]: change('address-change-started', 'PUT', '/address', { email: 'next@acme.test' }),
    [`DELETE ${url}/address`]: change('address-change-stopped', 'DELETE', '/address'),
    [`POST ${url}/reset`]: change('recovery-requested', 'POST', '/reset'),
    [`POST ${url}/unlock`]: change('user-unlocked', 'POST', '/unlock'),
    [`DELETE ${url}/sessions`]: change('sessions-ended', 'DELETE', '/sessions'),
    [`DELETE ${url}/sessions/:id`]: { action: 'session-ended', make: endOne },
  };
}

/** Starts to change the e-mail of a user, and returns their session and the code. */
async function startAddressChange(user: string, next: string) {
  const session = await server.signIn(user);
  const mail = await createOutbox(server).nextMailTo(next, 'code', () =>
    server.operate('PUT', `users/${user}/address`, { email: next }),
  );
  return { session, code: codeIn(mail) };
}

async function addMember(user: string): Promise<string> {
  await server.operate('POST', 'users', { email: user, name: 'Member', tenant: 'acme' });
  return `tenants/acme/users/${user}`;
}

const patch = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] });

/** Adds a user or a group as the directory does, and changes it. */
async function changeAsDirectory(type: string, name: string, method: string, body?: object): Promise<Response> {
  const directory = await createScimClient(server);
  const { id } = await directory.add(type, type === 'Users' ? { userName: name } : { displayName: name });
  return directory.call(method, `${type}/${id}`, body);
}

/** A user with a second factor, and their session. */
const protectedEmail = 'heloisa@portico.test';
let protectedSession: TestSession;
let getFactorCode: Authenticator;

interface Change {
  readonly action: AuditAction;
  /** Only of a sign-in. */
  readonly method?: SignInMethod;
  readonly make: () => Promise<Response>;
}

/** A call of the operator. */
const operate = (action: AuditAction, method: string, path: string, body?: object): Change => ({
  action,
  make: () => server.operate(method, path, body),
});

/** A call for each route, in this order: some need the ones before. */
const changes: Readonly<Record<string, Change>> = {
  'POST /api/auth': {
    action: 'sign-in',
    method: 'password',
    make: () => server.call('POST', '/api/auth', { body: { email, password: 'portico-demo' } }),
  },
  'DELETE /api/auth/invalidate': {
    action: 'sign-out',
    make: async () => server.call('DELETE', '/api/auth/invalidate', await server.signIn(email)),
  },
  'DELETE /api/auth/sessions/:id': {
    action: 'session-ended',
    make: async () => {
      const session = await server.signIn(email);
      const [{ id }] = await (await server.call('GET', '/api/auth/sessions', session)).json();
      return server.call('DELETE', `/api/auth/sessions/${id}`, session);
    },
  },
  'PUT /api/auth/password': {
    action: 'password-changed',
    make: async () => {
      const body = { current_password: 'portico-demo', new_password: password };
      return server.call('PUT', '/api/auth/password', { ...(await server.signIn(email)), body });
    },
  },
  'POST /api/auth/confirmation': {
    action: 'caller-confirmed',
    make: async () => confirm((await server.signIn(email, password)).token, password),
  },
  'POST /api/auth/confirmation/code': {
    action: 'confirmation-code-requested',
    make: async () => {
      const { token } = await server.signIn('olga@portico.test');
      await server.database.update(users).set({ passwordHash: null }).where(eq(users.email, 'olga@portico.test'));
      return post('auth/confirmation/code', token);
    },
  },
  'POST /api/auth/passkeys': {
    action: 'passkey-added',
    make: async () => {
      const { token } = await server.signIn(email, password);
      await confirm(token, password);
      const options: unknown = await (await post('auth/passkeys/options', token)).json();
      authenticator = createTestAuthenticator(server.url);
      return post('auth/passkeys', token, authenticator.create(options));
    },
  },
  'POST /api/auth/passkey': {
    action: 'sign-in',
    method: 'passkey',
    make: async () => signIn(authenticator),
  },
  'PATCH /api/auth/passkeys/:id': {
    action: 'passkey-renamed',
    make: async () => {
      const { token } = await server.signIn(email, password);
      const [{ id }] = await (await server.call('GET', '/api/auth/passkeys', { token })).json();
      return server.call('PATCH', `/api/auth/passkeys/${id}`, { token, body: { name: 'Phone' } });
    },
  },
  'DELETE /api/auth/passkeys/:id': {
    action: 'passkey-removed',
    make: async () => {
      const { token } = await server.signIn(email, password);
      await confirm(token, password);
      const [{ id }] = await (await server.call('GET', '/api/auth/passkeys', { token })).json();
      return server.call('DELETE', `/api/auth/passkeys/${id}`, { token });
    },
  },
  'POST /api/auth/recover': {
    action: 'recovery-requested',
    make: () => server.call('POST', '/api/auth/recover', { body: { email: 'bruno@portico.test' } }),
  },
  'PUT /api/auth/recover': {
    action: 'password-recovered',
    make: async () => {
      const body = { email, code: await getCode(), password };
      return server.call('PUT', '/api/auth/recover', { body, headers: { cookie } });
    },
  },
  'POST /api/operator/tenants/:tenant/emergency-links': operate(
    'emergency-link-created',
    'POST',
    'tenants/smsa/emergency-links',
    { email: 'tiago@portico.test' },
  ),
  'POST /api/sign-in/emergency': {
    action: 'emergency-sign-in',
    method: 'emergency-link',
    make: async () => {
      const created = await server.operate('POST', 'tenants/smsa/emergency-links', { email: 'tiago@portico.test' });
      const { address } = v.parse(emergencyLinkSchema, await created.json());
      return sendForm('/api/sign-in/emergency', { token: new URL(address).searchParams.get('token') ?? '' });
    },
  },
  'PUT /api/auth/factor/setup': {
    action: 'second-factor-set-up',
    make: async () => {
      protectedSession = await server.signIn(protectedEmail);
      const { token } = protectedSession;
      await confirm(token, 'portico-demo');
      const started = await (await server.call('POST', '/api/auth/factor/setup', { token })).json();
      getFactorCode = createAuthenticator(server, started.secret);
      const body = { setup: started.setup, code: getFactorCode() };
      return server.call('PUT', '/api/auth/factor/setup', { token, body });
    },
  },
  'POST /api/auth/factor': {
    action: 'sign-in',
    method: 'one-time-code',
    make: async () => {
      const browser = openBrowser(server);
      await browser.enter(protectedEmail);
      return browser.call('POST', '/api/auth/factor', { body: { code: getFactorCode(1) } });
    },
  },
  'POST /api/auth/factor/recovery-codes': {
    action: 'recovery-codes-renewed',
    make: () => server.call('POST', '/api/auth/factor/recovery-codes', { token: protectedSession.token }),
  },
  'DELETE /api/auth/factor': {
    action: 'second-factor-removed',
    make: () => server.call('DELETE', '/api/auth/factor', { token: protectedSession.token }),
  },
  'DELETE /api/operator/users/:email/second-factor': {
    action: 'second-factor-removed',
    make: async () => {
      await setUpFactor(server, protectedSession.token);
      return server.operate('DELETE', `users/${protectedEmail}/second-factor`);
    },
  },
  'DELETE /api/operator/tenants/:tenant/users/:email/second-factor': {
    action: 'second-factor-removed',
    make: async () => {
      await setUpFactor(server, protectedSession.token);
      return server.operate('DELETE', `tenants/smsa/users/${protectedEmail}/second-factor`);
    },
  },
  'DELETE /api/auth/devices/:id': {
    action: 'device-forgotten',
    make: async () => {
      const { token } = protectedSession;
      const [{ id }] = await (await server.call('GET', '/api/auth/devices', { token })).json();
      return server.call('DELETE', `/api/auth/devices/${id}`, { token });
    },
  },
  'POST /api/auth/devices/report': {
    action: 'device-reported',
    make: async () => {
      const mail = await createOutbox(server).nextMailTo(protectedEmail, 'notice', () => server.signIn(protectedEmail));
      const [, report] = /\/recover#([\w-]{43})/.exec(mail.replaceAll('=\r\n', '')) ?? [];
      return server.call('POST', '/api/auth/devices/report', { body: { token: report } });
    },
  },
  'POST /signin': { action: 'sign-in', method: 'password', make: () => sendForm('/signin', { email, password }) },
  'POST /api/operator/tenants': operate('tenant-added', 'POST', 'tenants', { key: 'acme', name: 'Acme' }),
  'PUT /api/operator/tenants/:tenant/second-factor': operate(
    'tenant-factor-changed',
    'PUT',
    'tenants/acme/second-factor',
    { required: true },
  ),
  'PATCH /api/operator/tenants/:tenant/look': operate('look-changed', 'PATCH', 'tenants/acme/look', {
    name: 'Acme Ltd',
  }),
  'PUT /api/operator/tenants/:tenant/look/logo': {
    action: 'look-changed',
    make: async () =>
      server.call('PUT', '/api/operator/tenants/acme/look/logo', {
        token: server.operatorKey,
        body: await plainPicture(40, 20).png().toBuffer(),
        headers: { 'content-type': 'image/png' },
      }),
  },
  'DELETE /api/operator/tenants/:tenant/look/logo': operate('look-changed', 'DELETE', 'tenants/acme/look/logo'),
  'PUT /api/operator/tenants/:tenant/sign-in-providers': {
    action: 'sign-in-provider-changed',
    make: () => putProvider('acme'),
  },
  'DELETE /api/operator/tenants/:tenant/sign-in-providers/:id': {
    action: 'sign-in-provider-removed',
    make: async () => {
      const { id } = await (await putProvider('acme')).json();
      return server.operate('DELETE', `tenants/acme/sign-in-providers/${id}`);
    },
  },
  'POST /api/sign-in/:provider/account': {
    action: 'identity-linked',
    make: async () => {
      const { callback_path, id } = await (await putProvider('smsa')).json();
      oidc.addClient({ ...client, redirect_uris: [`${server.url}${callback_path}`] });
      const browser = createTestBrowser();
      const login = await browser.open(`${server.url}/api/sign-in/${id}`);
      const form = await browser.submit(login, { email: 'tiago@portico.test', password: providerPassword });
      const body = new URLSearchParams({ password: 'portico-demo' });
      return browser.request(form.url, { method: 'POST', body });
    },
  },
  'DELETE /api/auth/provider-accounts/:id': {
    action: 'identity-unlinked',
    make: async () => {
      const { token } = await server.signIn('tiago@portico.test');
      await confirm(token, 'portico-demo');
      const [{ id }] = await (await server.call('GET', '/api/auth/provider-accounts', { token })).json();
      return server.call('DELETE', `/api/auth/provider-accounts/${id}`, { token });
    },
  },
  'POST /api/operator/users': operate('user-added', 'POST', 'users', { email: 'new@acme.test', name: 'New', password }),
  'PUT /api/operator/roles': operate('role-granted', 'PUT', 'roles', { email, granted: { role: 'operator' } }),
  'POST /api/operator/confirmation': {
    action: 'caller-confirmed',
    make: async () =>
      server.call('POST', '/api/operator/confirmation', {
        ...(await server.signIn(email, password)),
        body: { password },
      }),
  },
  'DELETE /api/operator/roles': operate('role-revoked', 'DELETE', 'roles', { email, granted: { role: 'operator' } }),
  'PUT /api/operator/tenants/:tenant/roles': operate('role-granted', 'PUT', 'tenants/acme/roles', {
    email,
    granted: auditor,
  }),
  'DELETE /api/operator/tenants/:tenant/roles': operate('role-revoked', 'DELETE', 'tenants/acme/roles', {
    email,
    granted: auditor,
  }),
  'PUT /api/operator/tenants/:tenant/apps/:module': operate('app-defined', 'PUT', 'tenants/acme/apps/smsa', {
    name: 'SMSA',
    new: true,
  }),
  'PATCH /api/operator/tenants/:tenant/apps/:module': operate('place-off', 'PATCH', 'tenants/acme/apps/smsa', {
    place: 'home',
    shown: false,
  }),
  'PUT /api/operator/tenants/:tenant/apps/:module/users/:email': operate('access-granted', 'PUT', grant),
  ...announcementsOf('announcements', 'announcements'),
  ...announcementsOf('tenants/:tenant/announcements', 'tenants/smsa/announcements'),
  ...changesOf('/api/operator/users/:email', 'users/new@acme.test'),
  ...changesOf('/api/operator/tenants/:tenant/users/:email', 'tenants/acme/users/new@acme.test'),
  'DELETE /api/operator/tenants/:tenant/users/:email': {
    action: 'user-removed',
    make: async () => server.operate('DELETE', await addMember('left@acme.test')),
  },
  'DELETE /api/operator/tenants/:tenant/users/:email/account': {
    action: 'user-deleted',
    make: async () => server.operate('DELETE', `${await addMember('gone@acme.test')}/account`),
  },
  'PUT /api/auth/address': {
    action: 'address-changed',
    make: async () => {
      const { code, session } = await startAddressChange('dora@portico.test', 'next-dora@portico.test');
      await server.call('POST', '/api/auth/confirmation', { ...session, body: { password: 'portico-demo' } });
      return server.call('PUT', '/api/auth/address', { ...session, body: { code } });
    },
  },
  'POST /api/auth/address': {
    action: 'address-change-started',
    make: async () =>
      server.call('POST', '/api/auth/address', {
        ...(await server.signIn(email, password)),
        body: { email: 'own-choice@portico.test' },
      }),
  },
  'DELETE /api/auth/address': {
    action: 'address-change-stopped',
    make: async () => {
      const { session } = await startAddressChange('carla@portico.test', 'next-carla@portico.test');
      return server.call('DELETE', '/api/auth/address', session);
    },
  },
  'DELETE /api/operator/tenants/:tenant/apps/:module/users/:email': operate('access-revoked', 'DELETE', grant),
  'PATCH /api/operator/tenants/:tenant/access': {
    action: 'access-granted',
    make: async () => {
      const cell = { email: 'new@acme.test', module: 'smsa' };
      return server.operate('PATCH', 'tenants/acme/access', { grant: [cell] });
    },
  },
  'POST /api/operator/tenants/:tenant/groups': operate('group-added', 'POST', 'tenants/acme/groups', { name: 'First' }),
  'PATCH /api/operator/tenants/:tenant/groups/:group': {
    action: 'group-changed',
    make: async () => {
      const { id } = await (await server.operate('POST', 'tenants/acme/groups', { name: 'Second' })).json();
      return server.operate('PATCH', `tenants/acme/groups/${id}`, { add_modules: ['smsa'] });
    },
  },
  'DELETE /api/operator/tenants/:tenant/groups/:group': {
    action: 'group-removed',
    make: async () => {
      const { id } = await (await server.operate('POST', 'tenants/acme/groups', { name: 'Third' })).json();
      return server.operate('DELETE', `tenants/acme/groups/${id}`);
    },
  },
  'POST /api/operator/tenants/:tenant/mappings': {
    action: 'mapping-added',
    make: () => addMapping('First'),
  },
  'DELETE /api/operator/tenants/:tenant/mappings/:mapping': {
    action: 'mapping-removed',
    make: async () => {
      const { id } = await (await addMapping('Second')).json();
      return server.operate('DELETE', `tenants/acme/mappings/${id}`);
    },
  },
  'POST /api/tenants/:tenant/access-requests': {
    action: 'access-requested',
    make: async () => askForAccess(),
  },
  'POST /api/operator/tenants/:tenant/access-requests/:id/answer': {
    action: 'access-request-declined',
    make: async () => {
      await askForAccess();
      const { items } = await (await server.operate('GET', 'tenants/smsa/access-requests')).json();
      return server.operate('POST', `tenants/smsa/access-requests/${items[0].id}/answer`, { modules: [] });
    },
  },
  'POST /api/operator/tenants/:tenant/invitations': { action: 'invited', make: () => invite('one@smsa.test') },
  'POST /api/operator/tenants/:tenant/invitations/:id/resend': {
    action: 'invitation-resent',
    make: async () => {
      const { items } = await (await server.operate('GET', 'tenants/smsa/invitations')).json();
      return server.operate('POST', `tenants/smsa/invitations/${items[0].id}/resend`);
    },
  },
  'DELETE /api/operator/tenants/:tenant/invitations/:id': {
    action: 'invitation-withdrawn',
    make: async () => {
      const { items } = await (await server.operate('GET', 'tenants/smsa/invitations')).json();
      return server.operate('DELETE', `tenants/smsa/invitations/${items[0].id}`);
    },
  },
  'POST /api/invitations/accept': {
    action: 'invitation-accepted',
    make: async () => {
      const mail = await createOutbox(server).nextMailTo('two@smsa.test', 'notice', () => invite('two@smsa.test'));
      const [, invitation] = /\/invitation#([\w-]{43})/.exec(mail.replaceAll('=\r\n', '')) ?? [];
      return server.call('POST', '/api/invitations/accept', { body: { token: invitation, password } });
    },
  },
  'POST /api/operator/service-keys': operate('service-key-created', 'POST', 'service-keys', {
    module: 'smsa',
    new: true,
  }),
  'DELETE /api/operator/service-keys/:id': {
    action: 'service-key-revoked',
    make: async () => {
      const { id } = await (await server.operate('POST', 'service-keys', { module: 'smsa', new: true })).json();
      return server.operate('DELETE', `service-keys/${id}`);
    },
  },
  'POST /api/operator/team-tokens': operate('team-token-created', 'POST', 'team-tokens', {
    modules: ['smsa'],
    name: 'CI',
  }),
  'DELETE /api/operator/team-tokens/:id': {
    action: 'team-token-revoked',
    make: async () => server.operate('DELETE', `team-tokens/${(await calls.createToken('stock')).id}`),
  },
  'POST /api/operator/tenants/:tenant/scim-tokens': operate('scim-token-created', 'POST', 'tenants/acme/scim-tokens', {
    name: 'Entra',
  }),
  'DELETE /api/operator/tenants/:tenant/scim-tokens/:id': {
    action: 'scim-token-revoked',
    make: async () => server.operate('DELETE', `tenants/smsa/scim-tokens/${(await createScimClient(server)).tokenId}`),
  },
  'POST /api/scim/v2/Users': {
    action: 'user-added',
    make: async () => (await createScimClient(server)).call('POST', 'Users', { userName: 'first@scim.test' }),
  },
  'PUT /api/scim/v2/Users/:id': {
    action: 'user-changed',
    make: () => changeAsDirectory('Users', 'second@scim.test', 'PUT', { userName: 'second@scim.test' }),
  },
  'PATCH /api/scim/v2/Users/:id': {
    action: 'user-suspended',
    make: () => changeAsDirectory('Users', 'third@scim.test', 'PATCH', patch('active', false)),
  },
  'DELETE /api/scim/v2/Users/:id': {
    action: 'user-removed',
    make: () => changeAsDirectory('Users', 'fourth@scim.test', 'DELETE'),
  },
  'POST /api/scim/v2/Groups': {
    action: 'group-added',
    make: async () => (await createScimClient(server)).call('POST', 'Groups', { displayName: 'First of SCIM' }),
  },
  'PUT /api/scim/v2/Groups/:id': {
    action: 'group-changed',
    make: () => changeAsDirectory('Groups', 'Second of SCIM', 'PUT', { displayName: 'Renamed' }),
  },
  'PATCH /api/scim/v2/Groups/:id': {
    action: 'group-changed',
    make: () => changeAsDirectory('Groups', 'Third of SCIM', 'PATCH', patch('displayName', 'Renamed again')),
  },
  'DELETE /api/scim/v2/Groups/:id': {
    action: 'group-removed',
    make: () => changeAsDirectory('Groups', 'Fourth of SCIM', 'DELETE'),
  },
  'DELETE /api/operator/tenants/:tenant/apps/:module': operate('app-removed', 'DELETE', 'tenants/acme/apps/smsa'),
  'DELETE /api/operator/tenants/:tenant': operate('tenant-removed', 'DELETE', 'tenants/acme'),
  'DELETE /api/operator/users/:email': operate('user-deleted', 'DELETE', 'users/new@acme.test'),
  'POST /api/publishing/modules/:module/versions': {
    action: 'publish',
    make: () => calls.publish(token, 'orders', builtModule('one')),
  },
  'POST /api/publishing/versions': {
    action: 'publish',
    make: async () => {
      const [content = ''] = Object.values(builtModule('together'));
      await calls.upload(token, 'orders', content);
      const files = [{ name: 'module.js', digest: computeDigest(content) }];
      const versions = [{ module: 'orders', publication: { entry: 'module.js', files } }];
      return server.call('POST', '/api/publishing/versions', { token, body: { versions } });
    },
  },
  'POST /api/publishing/modules/:module/previews': {
    action: 'preview',
    make: () => calls.publish(token, 'orders', builtModule('previewed'), { version: 'p1' }, 'previews'),
  },
  'POST /api/publishing/modules/:module/versions/:version/preview': {
    action: 'preview',
    make: () => calls.post(token, 'orders', 'versions/p1/preview'),
  },
  'POST /api/publishing/modules/:module/versions/:version/publish': {
    action: 'publish',
    make: () => calls.post(token, 'orders', 'versions/p1/publish'),
  },
  'DELETE /api/publishing/previews/:id': {
    action: 'preview-revoked',
    make: async () => {
      const { id } = await (await calls.post(token, 'orders', 'versions/p1/preview')).json();
      return server.call('DELETE', `/api/publishing/previews/${id}`, { token });
    },
  },
  'POST /api/publishing/modules/:module/hold': {
    action: 'rollout-held',
    make: async () => {
      await calls.published(token, 'orders', 'planned', { rollout: '5%/10m,25%/1h,100%' });
      return calls.post(token, 'orders', 'hold', { reason: 'Lunch' });
    },
  },
  'POST /api/publishing/modules/:module/continue': {
    action: 'rollout-continued',
    make: () => calls.post(token, 'orders', 'continue'),
  },
  'POST /api/publishing/modules/:module/widen': {
    action: 'canary',
    make: () => calls.post(token, 'orders', 'widen'),
  },
  'POST /api/publishing/modules/:module/promote': {
    action: 'promote',
    make: async () => {
      await calls.published(token, 'orders', 'two', canary);
      return calls.post(token, 'orders', 'promote');
    },
  },
  'POST /api/publishing/modules/:module/withdraw': {
    action: 'withdraw',
    make: async () => {
      await calls.published(token, 'orders', 'three', canary);
      return calls.post(token, 'orders', 'withdraw');
    },
  },
  'POST /api/publishing/modules/:module/rollback': {
    action: 'rollback',
    make: () => calls.post(token, 'orders', 'rollback'),
  },
  'POST /api/operator/modules/:module/quarantine': {
    action: 'quarantine',
    make: async () => {
      const { version } = await calls.published(token, 'orders', 'four');
      return server.operate('POST', 'modules/orders/quarantine', { version });
    },
  },
  'PATCH /deployer/services': {
    action: 'publish',
    make: () => calls.deploy(token, 'PATCH', 'services', { service: '@module/orders', url: service('1;') }),
  },
  'PATCH /deployer/import-map.json': {
    action: 'publish',
    make: () => calls.deploy(token, 'PATCH', 'import-map.json', { imports: { '@module/orders': service('2;') } }),
  },
  'POST /api/operator/addresses/release': {
    action: 'release',
    make: () => server.operate('POST', 'addresses/release', { address: `${host.origin}/` }),
  },
  'DELETE /deployer/services/:name': {
    action: 'remove',
    make: () => calls.deploy(token, 'DELETE', `services/${encodeURIComponent('@module/orders')}`),
  },
};

const ownData = 'changes how the portal looks or what it shows to its own user';

/** Routes without a record, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'POST /api/auth/refresh': 'continues a session several times an hour; a replayed token is recorded',
  'POST /api/auth/passkey/options': 'only reads',
  'POST /api/auth/passkeys/options': 'only reads',
  'POST /api/invitations/passkey': 'only reads',
  'POST /api/auth/backchannel-logout': 'records the sessions that it ends (backchannel-logout.test.ts)',
  'POST /api/auth/exchange': 'issues a token of 15 minutes for an app that the session may use anyway',
  'POST /api/auth/provider-token': 'records the first token of an audience (provider-token-routes.test.ts)',
  'PATCH /api/users/me': ownData,
  'POST /api/users/images': ownData,
  'PUT /api/users/images': ownData,
  'DELETE /api/users/images': ownData,
  'PATCH /api/notifications': ownData,
  'PATCH /api/notifications/all': ownData,
  'PUT /api/notifications/preferences': ownData,
  'POST /api/notifications/register': ownData,
  'DELETE /api/notifications/register': ownData,
  'POST /api/notifications': 'is stored itself, with its module and time',
  'POST /api/policy-reports': 'is a report, which the log has',
  'POST /api/failures': 'is a report, which is stored itself',
  'POST /api/publishing/vitals': 'is a report',
  'POST /api/publishing/outcomes': 'is a report; the automatic rollback that it may cause is recorded',
  'POST /api/publishing/shared': 'only reads',
  'POST /api/auth/factor/setup': 'draws a secret, which is stored only with its first code',
  'POST /api/invitations/open': 'only reads',
  'POST /api/operator/tenants/:tenant/invitations/plan': 'only reads',
  'POST /api/publishing/modules/:module/missing-files': 'only reads',
  'PUT /api/publishing/modules/:module/files/:digest': 'has no effect until a version that is published uses the file',
};

const loopback = /^(?:127\.0\.0\.1|::1)$/;

const isNotFound = (route: string) =>
  /^\w+ (?:\/api\/?|\/(?:api|api\/scim\/v2|deployer|media|modules)\/\*)$/.test(route);

test('every route that may change something is known', () => {
  const known = [...Object.keys(changes), ...Object.keys(exceptions)];
  expect(routes.filter((route) => !known.includes(route) && !isNotFound(route))).toEqual([]);
  expect(known.filter((route) => !routes.includes(route))).toEqual([]);
});

test.each(Object.entries(changes))('%s leaves a record', async (_route, { action, make, method }) => {
  const response = await make();
  expect(response.status).toBeLessThan(400);
  const requestId = response.headers.get('x-request-id');
  const records = await server.database.select().from(auditRecords);
  expect(records.filter((record) => record.requestId === requestId)).toContainEqual(
    expect.objectContaining({ action, address: expect.stringMatching(loopback) }),
  );
  const signIn = records.find((record) => record.requestId === requestId && record.action === 'sign-in');
  expect(signIn?.details).toEqual(signIn && expect.objectContaining({ method }));
});

test('the log holds no password, token, code or e-mail', async () => {
  const text = JSON.stringify(await server.database.select().from(auditRecords));
  for (const secret of [
    password,
    client.client_secret,
    'portico-demo',
    'portico_tt_',
    'portico_sk_',
    server.operatorKey,
    '@',
  ]) {
    expect(text).not.toContain(secret);
  }
});
