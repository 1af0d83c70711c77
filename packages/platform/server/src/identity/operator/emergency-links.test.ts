import { randomUUID } from 'node:crypto';
import { emergencyLinkSchema } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { auditRecords } from '../audit-tables';
import { signInProviders } from '../provider-tables';
import { tenants } from '../tenant-tables';

const server = testServer(
  { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' },
  { configuration: { hosts: { localhost: 'smsa', 'ouro.example': 'finouro' } }, hasShell: true },
);
const tiago = 'tiago@portico.test';
const cookie = '__Host-portico-probe=1';

/** All members sign in by a provider that is broken. */
beforeAll(async () => {
  const client = { issuer: 'https://id.example', clientId: 'portal', clientSecret: 'secret' };
  const row = { id: randomUUID(), tenant: 'smsa', name: 'Acme ID', createdAt: server.now(), ...client };
  await server.database.insert(signInProviders).values(row);
  await server.database.update(tenants).set({ passwordsOff: true }).where(eq(tenants.key, 'smsa'));
});

const ask = (email: string) => server.operate('POST', 'tenants/smsa/emergency-links', { email });
const create = async (email = tiago) => v.parse(emergencyLinkSchema, await (await ask(email)).json()).address;

function use(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(address);
  const body = new URLSearchParams({ token: searchParams.get('token') ?? '' });
  const sent = { origin, cookie, ...headers };
  return fetch(server.url + pathname, { method: 'POST', redirect: 'manual', body, headers: sent });
}

test('the page of a link says who it is for and uses nothing; its button signs in, once', async () => {
  const address = await create();
  for (let time = 0; time < 2; time++) {
    const page = await fetch(address, { headers: { 'accept-language': 'en', 'sec-fetch-dest': 'document' } });
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await page.text()).toContain('This link signs tiago@portico.test in, once, without the sign-in provider.');
  }
  const responses = await Promise.all([use(address), use(address)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 400]);
  expect(await readError(await use(address, { accept: 'application/json' }))).toBe('400 emergency-link-ended');
  const records = await server.database.select().from(auditRecords).where(eq(auditRecords.tenant, 'smsa'));
  const actions = records.map(({ action, actor }) => `${actor} ${action}`);
  expect(actions).toEqual(expect.arrayContaining(['operator emergency-link-created', 'user emergency-sign-in']));
  expect(JSON.stringify(records)).not.toContain(new URL(address).searchParams.get('token'));
});

test.each([
  ['a user without a role', 'ana@portico.test'],
  ['an unknown user', 'eva@portico.test'],
  ['a member of another tenant', 'rui@finouro.test'],
])('%s gets none', async (_who, email) => {
  expect(await readError(await ask(email))).toBe('409 emergency-user-refused');
});

test('a link ends after ten minutes, and with the role', async () => {
  const late = await create();
  server.passSeconds(601);
  expect(await readError(await use(late))).toBe('400 emergency-link-ended');
  const address = await create('olga@portico.test');
  await server.operate('DELETE', 'roles', { email: 'olga@portico.test', granted: { role: 'operator' } });
  expect(await readError(await use(address))).toBe('400 emergency-link-ended');
});

test('a link is good at its tenant alone, unchanged, and from its own page', async () => {
  const address = await create();
  expect(
    await readError(await use(address, { 'x-forwarded-host': 'ouro.example', origin: 'http://ouro.example' })),
  ).toBe('400 emergency-link-ended');
  expect(await readError(await use(`${address.slice(0, -4)}AAAA`))).toBe('400 emergency-link-ended');
  expect(await readError(await use(address, { origin: 'https://evil.test' }))).toBe('403 origin-not-allowed');
  expect(await readError(await use(address, { cookie: '' }))).toBe('400 cookies-needed');
  expect((await use(address)).status).toBe(303);
});

test('it is created at the address of the tenant', async () => {
  const response = await server.operate('POST', 'tenants/finouro/emergency-links', { email: 'rui@finouro.test' });
  expect(await readError(response)).toBe('400 tenant-address-needed');
});
