import { desc, eq } from 'drizzle-orm';
import { createScimClient } from '../../testing/scim-client';
import { addProvider, isSignedIn, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';
import { auditRecords } from '../audit-tables';
import { userIdentities } from '../provider-tables';

const clara = { sub: 'c1', email: 'clara@portico.test' };
const dora = { sub: 'd1', email: 'dora@portico.test' };
const nova = { sub: 'n1', email: 'nova@portico.test' };

const oidc = startBeforeTests(() => startOidcProvider({ accounts: [clara, dora, nova], clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);

test('a user of the directory signs in at the provider without further proof, until it suspends them', async () => {
  const provider = await addProvider(server, oidc, { name: 'Acme ID', domains: ['portico.test'] });
  const directory = await createScimClient(server);
  const signIn = async ({ email }: { readonly email: string }) => {
    const browser = createTestBrowser();
    await signInAt(browser, provider.start, email);
    return isSignedIn(browser, server.url);
  };
  const body = { email: clara.email, name: 'Clara', password: 'a-good-password', tenant: 'smsa' };
  await server.operate('POST', 'users', body);
  // Clara has an account with a password. The directory has not changed it yet, so its owner has to prove it.
  expect([await signIn(clara), await signIn(nova)]).toEqual([false, false]);

  const { id } = await directory.add('Users', { userName: nova.email, displayName: 'Nova Reis' });
  const { Resources } = await directory.find('Users', `userName eq "${clara.email}"`);
  await directory.patch(`Users/${Resources[0]?.id}`, { op: 'Add', path: 'externalId', value: 'c-1' });
  expect([await signIn(nova), await signIn(clara), await signIn(dora)]).toEqual([true, true, false]);

  await directory.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: false });
  expect(await signIn(nova)).toBe(false);
  await directory.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: true });
  expect(await signIn(nova)).toBe(true);
});

test('a suspended member whom the provider does not know yet is refused, and not asked to link the account', async () => {
  const provider = await addProvider(server, oidc, { creates_users: true });
  const directory = await createScimClient(server);
  await server.operate('POST', 'users', {
    email: dora.email,
    name: 'Dora',
    password: 'a-good-password',
    tenant: 'smsa',
  });
  const { Resources } = await directory.find('Users', `userName eq "${dora.email}"`);
  const setActive = (value: boolean) =>
    directory.patch(`Users/${Resources[0]?.id}`, { op: 'Replace', path: 'active', value });
  await setActive(true);
  const browser = createTestBrowser();
  const form = await signInAt(browser, provider.start, dora.email);
  expect(form.text).toContain('Is this your account?');
  await setActive(false);
  const refused = await signInAt(createTestBrowser(), provider.start, dora.email);
  // The same page as for an unknown user of a provider that adds none.
  expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('does not let') });
  const [record] = await server.database.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1);
  expect(record).toMatchObject({ action: 'sign-in-refused', details: { reason: 'suspended' } });
  // A form that was open before links nothing.
  expect((await browser.submit(form, { password: 'a-good-password' })).status).toBe(401);
  expect(await server.database.$count(userIdentities, eq(userIdentities.subject, dora.sub))).toBe(0);
});
