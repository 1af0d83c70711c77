import { createScimClient } from '../../testing/scim-client';
import { addProvider, isSignedIn, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';

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
