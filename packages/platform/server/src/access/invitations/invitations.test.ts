import { randomUUID } from 'node:crypto';
import { invitationPageSchema, invitationPlanSchema } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as v from 'valibot';
import { invitations } from '../../identity/account-tables';
import { findUserByEmail } from '../../identity/accounts/user-repository';
import { signInProviders } from '../../identity/provider-tables';
import { tenants } from '../../identity/tenant-tables';
import { createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { createTestAuthenticator } from '../../testing/test-authenticator';
import { readError } from '../../testing/test-client';
import { passkeyCalls } from '../../testing/test-passkeys';
import { plainPicture } from '../../testing/test-photos';

// The test server answers at this tenant's address.
const server = testServer(
  { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' },
  { configuration: { hosts: { localhost: 'acme', '127.0.0.1': 'acme' }, tenants: {}, moduleOrigins: [] } },
);
const [member, foreign, invited] = ['dora@acme.test', 'fabio@other.test', 'new@acme.test'];
const url = 'tenants/acme/invitations';

beforeAll(async () => {
  for (const key of ['acme', 'other']) {
    await server.operate('POST', 'tenants', { key, name: key === 'acme' ? 'Acme <Ltd>' : key, accent: '#12345a' });
    await server.operate('PUT', `tenants/${key}/apps/welcome`, { name: 'Welcome' });
    await server.operate('PUT', `tenants/${key}/apps/smsa`, { name: 'Parcel Service', new: true });
  }
  for (const [email, tenant] of [
    [member, 'acme'],
    [foreign, 'other'],
  ]) {
    await server.operate('POST', 'users', { email, name: 'Somebody', password: 'correct horse' });
    await server.operate('PUT', `tenants/${tenant}/apps/welcome/users/${email}`, {});
  }
  await server.operate('POST', 'tenants/acme/groups', { name: 'Direção' });
});

const plan = async (text: string, more: object = {}) =>
  v.parse(invitationPlanSchema, await (await server.operate('POST', `${url}/plan`, { text, ...more })).json());
const outcomes = async (text: string, more: object = {}) =>
  (await plan(text, more)).rows.map(({ line, outcome, refusal, detail }) =>
    [line, refusal ?? outcome, detail].filter(Boolean).join(' '),
  );
const invite = async (text: string, locale = 'en') =>
  server.operate('POST', url, { text, locale, digest: (await plan(text)).digest });
const list = async (query = '') =>
  v.parse(invitationPageSchema, await (await server.operate('GET', url + query)).json()).items;
const stateOf = async (email: string) => (await list(`?search=${email}`)).map(({ state }) => state);
const open = (token: string) => server.call('POST', '/api/invitations/open', { body: { token } });
const accept = (token: string, body: object = {}) =>
  server.call('POST', '/api/invitations/accept', { body: { token, ...body } });

/** Returns the token in the mail that a call sends. */
async function readToken(email: string, send: () => Promise<unknown>): Promise<string> {
  const mail = await createOutbox(server).nextMailTo(email, 'notice', send);
  const [, token] = /\/invitation#([\w-]{43})/.exec(mail.replaceAll('=\r\n', '')) ?? [];
  return token ?? '';
}

test('a plan says what will happen to each row, in CSV of a spreadsheet, and changes nothing', async () => {
  const text = [
    '\uFEFFNome;Endereço de E-mail;Aplicativos;Grupos',
    'Nova;NEW@acme.test;smsa, Welcome;direcao',
    'Membro;dora@acme.test;parcel service;',
    'Membro;dora@acme.test;smsa;',
    'Torta;sem-arroba;;',
    'Outra;other@acme.test;smssa;',
    'Outra;third@acme.test;;Nowhere',
    '',
    '"De\r\nduas";fabio@other.test;;',
    'Nada;fourth@acme.test;;',
  ].join('\r\n');
  expect(await outcomes(text)).toEqual([
    '2 invite',
    '3 grant',
    '4 twice',
    '5 malformed-email',
    '6 unknown-app smssa',
    '7 unknown-group Nowhere',
    '9 malformed-name',
    '11 invite',
  ]);
  const [first] = (await plan(text)).rows;
  expect(first).toMatchObject({ email: invited, modules: ['smsa', 'welcome'], groups: ['Direção'] });
  expect(await list()).toEqual([]);
});

test('addresses are a list, too', async () => {
  expect(await outcomes('a@acme.test, b@acme.test;c@acme.test\n\n d@acme.test')).toEqual([
    '1 invite',
    '1 invite',
    '1 invite',
    '3 invite',
  ]);
  expect(await outcomes('a@acme.test', { modules: ['unheard'] })).toEqual(['1 unknown-app unheard']);
  expect(await outcomes(member)).toEqual(['1 nothing-new']);
});

test('a list that is too long or cannot be read is refused', async () => {
  const many = Array.from({ length: 10_001 }, (_, row) => `${row}@acme.test`).join('\n');
  for (const text of [many, `email\n${many}`]) {
    expect(await readError(await server.operate('POST', `${url}/plan`, { text }))).toBe('400 too-many-rows');
  }
  expect(await readError(await server.operate('POST', `${url}/plan`, { text: 'email,name\na@b.test,"x' }))).toBe(
    '400 list-unreadable',
  );
});

test.each([
  'acme.evil.example',
  // Another server of the same host.
  'localhost:4444',
])('the mails do not link to %s, which the configuration does not name', async (host) => {
  const headers = { 'x-forwarded-host': host };
  const send = async (path: string, body?: object) =>
    readError(await server.call('POST', `/api/operator/${url}${path}`, { token: server.operatorKey, headers, body }));
  const text = 'phished@acme.test';
  const { digest } = await plan(text);
  expect(await send('', { text, locale: 'en', digest })).toBe('400 tenant-address-needed');
  const [invitation] = (await invite(text)).ok ? await list(`?search=${text}`) : [];
  expect(await send(`/${invitation?.id}/resend`)).toBe('400 tenant-address-needed');
  await server.database.delete(invitations);
});

test('a plan does not repeat a long value in every row', async () => {
  expect(
    await readError(await server.operate('POST', `${url}/plan`, { text: 'a@b.test', modules: ['x'.repeat(201)] })),
  ).toBe('400 invalid-request');
  const modules = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(200, 'x'));
  const { rows } = await plan('a@acme.test b@acme.test', { modules, groups: modules });
  expect(rows).toMatchObject([
    { modules: [], groups: [], detail: modules[0] },
    { modules: [], groups: [], detail: modules[0] },
  ]);
});

test('an account of another tenant looks as a new address does', async () => {
  const rows = (await plan(`${foreign}, ${invited}`)).rows.map(({ email: _, ...row }) => row);
  expect(rows[0]).toEqual(rows[1]);
});

test('what was shown is what happens', async () => {
  const text = 'stale@acme.test';
  const { digest } = await plan('others@acme.test');
  expect(await readError(await server.operate('POST', url, { text, locale: 'en', digest }))).toBe('409 plan-changed');
  expect(await list()).toEqual([]);
});

test('a new user sets a password by the link, once, and is a member with the applications', async () => {
  const text = `email,name,apps,groups\n${invited},Nina,smsa,Direção\n${member},,smsa,`;
  const token = await readToken(invited, async () =>
    expect(await (await invite(text)).json()).toEqual({ invited: 1, granted: 1 }),
  );
  expect(await stateOf(invited)).toEqual(['sent']);
  expect(await outcomes(invited)).toEqual(['1 already-invited']);
  expect(await (await open(token)).json()).toEqual({
    email: invited,
    name: 'Nina',
    tenant_name: 'Acme <Ltd>',
    needs_password: true,
  });
  expect(await readError(await accept(token))).toBe('400 invitation-password-needed');
  expect(await readError(await accept(token, { password: invited }))).toBe('400 password-same-as-email');
  expect((await accept(token, { password: 'correct horse' })).status).toBe(204);
  expect(await readError(await accept(token, { password: 'another horse' }))).toBe('404 invitation-ended');
  expect(await readError(await open(token))).toBe('404 invitation-ended');
  expect(await readError(await open(token.slice(1)))).toBe('404 invitation-ended');
  expect(await stateOf(invited)).toEqual(['accepted']);
  const session = await server.signIn(invited, 'correct horse');
  const apps = await server.call('GET', '/api/apps?domain=acme', { token: session.token });
  expect(await apps.json()).toMatchObject([{ module: 'smsa' }]);
});

test('an account keeps its password and name, and becomes a member', async () => {
  const before = await findUserByEmail(server.database, foreign);
  const token = await readToken(foreign, () => invite(`email,name,apps\n${foreign},Other name,smsa`));
  expect(await (await open(token)).json()).toMatchObject({ needs_password: false, name: 'Somebody' });
  expect((await accept(token, { name: 'Other name', password: 'another horse' })).status).toBe(204);
  expect(await findUserByEmail(server.database, foreign)).toEqual(before);
  const { items } = v.parse(
    v.object({ items: v.array(v.looseObject({ email: v.string() })) }),
    await (await server.operate('GET', 'tenants/acme/access?search=fabio')).json(),
  );
  expect(items).toMatchObject([{ email: foreign, direct: ['smsa'] }]);
});

test('an invitation is resent with another link, expires after seven days, and can be withdrawn', async () => {
  const email = 'late@acme.test';
  const token = await readToken(email, () => invite(email, 'pt'));
  const [invitation] = await list(`?search=${email}`);
  const change = (method: string, path = '') => server.operate(method, `${url}/${invitation?.id}${path}`);
  const second = await readToken(email, () => change('POST', '/resend'));
  expect(await readError(await open(token))).toBe('404 invitation-ended');
  expect((await open(second)).status).toBe(200);
  server.passSeconds(7 * 24 * 3600 + 1);
  expect(await readError(await open(second))).toBe('404 invitation-ended');
  expect(await stateOf(email)).toEqual(['expired']);
  expect((await change('DELETE')).status).toBe(204);
  expect(await readError(await change('POST', '/resend'))).toBe('404 invitation-closed');
  expect(await stateOf(email)).toEqual(['withdrawn']);
});

test('an address gets ten mails a day at most, however often it is invited and withdrawn', async () => {
  const email = 'looped@acme.test';
  for (let mails = 0; mails < 10; mails++) {
    await readToken(email, () => invite(email));
    const [invitation] = await list(`?search=${email}`);
    expect((await server.operate('DELETE', `${url}/${invitation?.id}`)).status).toBe(204);
  }
  await invite(email);
  // One that is due later has been sent.
  await readToken('next@acme.test', () => invite('next@acme.test'));
  expect((await stateOf(email))[0]).toBe('waiting');
  server.passSeconds(24 * 3600);
  await readToken(email, () => invite('waker@acme.test'));
  expect((await stateOf(email))[0]).toBe('sent');
});

test('the database holds no token, and other tenants see nothing', async () => {
  const email = 'secret@acme.test';
  const token = await readToken(email, () => invite(email));
  expect(JSON.stringify(await server.database.select().from(invitations))).not.toContain(token);
  expect(await (await server.operate('GET', 'tenants/other/invitations')).json()).toEqual({ items: [], next: null });
  const [invitation] = await list(`?search=${email}`);
  expect(await readError(await server.operate('DELETE', `tenants/other/invitations/${invitation?.id}`))).toBe(
    '404 invitation-closed',
  );
  // The link would lead to another tenant.
  const other = { text: email, locale: 'en', digest: '' };
  expect(await readError(await server.operate('POST', 'tenants/other/invitations', other))).toBe(
    '400 tenant-address-needed',
  );
});

test('a new user accepts with a passkey instead of a password, and signs in by it', async () => {
  const email = 'passkey@acme.test';
  const token = await readToken(email, () => invite(email));
  const { post, signIn } = passkeyCalls(server);
  const options: unknown = await (await post('invitations/passkey', undefined, { token })).json();
  const authenticator = createTestAuthenticator(server.url);
  const evil = authenticator.create(options, { origin: 'https://evil.example' });
  expect(await readError(await accept(token, { name: 'Nova', passkey: evil }))).toBe('403 passkey-refused');
  const passkey = authenticator.create(options);
  const other = 'second-passkey@acme.test';
  const foreign = await readToken(other, () => invite(other));
  expect(await readError(await accept(foreign, { name: 'Nova', passkey }))).toBe('403 passkey-expired');

  expect((await accept(token, { name: 'Nova', passkey })).status).toBe(204);
  expect(await findUserByEmail(server.database, email)).toMatchObject({ name: 'Nova', passwordHash: null });
  expect((await signIn(authenticator)).status).toBe(200);
  expect(await readError(await post('invitations/passkey', undefined, { token }))).toBe('404 invitation-ended');
});

test('where passwords are switched off, a new user accepts without one and can set none', async () => {
  const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: 'secret' };
  const row = { id: randomUUID(), tenant: 'acme', name: 'Acme ID', createdAt: server.now(), ...client };
  await server.database.insert(signInProviders).values(row);
  await server.database.update(tenants).set({ passwordsOff: true }).where(eq(tenants.key, 'acme'));
  const email = 'by-provider@acme.test';
  const token = await readToken(email, () => invite(`email\n${email}`));
  expect(await (await open(token)).json()).toMatchObject({ email, needs_password: false });
  expect(await readError(await accept(token, { password: 'correct horse' }))).toBe('403 passwords-off');
  expect((await accept(token)).status).toBe(204);
  expect((await findUserByEmail(server.database, email))?.passwordHash).toBeNull();
});

test('a mail has the logo of the tenant as a picture of its own, and the name if there is none', async () => {
  const outbox = createOutbox(server);
  const unfold = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const plain = await outbox.nextMailTo('plain@acme.test', 'notice', () => invite('plain@acme.test'));
  expect(unfold(plain)).toContain('>Acme &lt;Ltd></h1>');
  expect(plain).not.toContain('cid:logo');
  const body = new Uint8Array(await plainPicture(1024, 256).png().toBuffer());
  const uploaded = await server.call('PUT', '/api/operator/tenants/acme/look/logo', {
    token: server.operatorKey,
    body,
    headers: { 'content-type': 'image/png' },
  });
  expect(uploaded.status).toBe(204);
  const mail = await outbox.nextMailTo('logo@acme.test', 'notice', () => invite('logo@acme.test'));
  expect(unfold(mail)).toContain('<img src="cid:logo" alt=""');
  expect(mail).toMatch(/^content-id: <logo>/im);
  const [, encoded = ''] = /name=logo\.png[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail) ?? [];
  expect(await sharp(Buffer.from(encoded, 'base64')).metadata()).toMatchObject({
    format: 'png',
    width: 320,
    height: 80,
  });
});

test('an address tries few links in an hour', async () => {
  const options = { body: { token: 'a'.repeat(43) }, headers: { 'x-forwarded-for': '10.9.8.7' } };
  const call = async (name: string) => (await server.call('POST', `/api/invitations/${name}`, options)).status;
  const tryEach = () => Promise.all(['open', 'passkey', 'accept'].map(call));
  for (let tries = 0; tries < 20; tries++) expect(await tryEach()).toEqual([404, 404, 404]);
  expect(await tryEach()).toEqual([429, 429, 429]);
});
