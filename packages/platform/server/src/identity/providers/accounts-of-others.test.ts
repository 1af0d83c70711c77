// The provider and the directory of one tenant have no say in accounts that others know too. Runs on PGlite and on PostgreSQL.
import { eq } from 'drizzle-orm';
import { codeIn, createOutbox } from '../../testing/outbox';
import { signInAtProvider } from '../../testing/provider-sign-in';
import { createScimClient, type ScimClient } from '../../testing/scim-client';
import { setUpFactor } from '../../testing/set-up-factor';
import { addProvider, isSignedIn, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser } from '../../testing/test-browser';
import { readError } from '../../testing/test-client';
import { plainPicture } from '../../testing/test-photos';
import { waitFor } from '../../testing/wait-for';
import { tenantMembers, userImages, userRoles } from '../account-tables';
import { findUserByEmail } from '../accounts/user-repository';

const carla = { sub: 'c1', email: 'carla@portico.test', name: 'Carla' };
const eva = { sub: 'e1', email: 'eva@portico.test', name: 'Eva' };
const fred = { sub: 'f1', email: 'fred@portico.test', name: 'Fred' };
const gil = { sub: 'g1', email: 'gil@portico.test', name: 'Gil' };
const hugo = { sub: 'h1', email: 'hugo@portico.test', name: 'Hugo' };
const iris = { sub: 'i1', email: 'iris@portico.test', name: 'Iris' };

const accounts = [carla, eva, fred, gil, hugo, iris];
const oidc = startBeforeTests(() => startOidcProvider({ accounts, clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);

let provider: Awaited<ReturnType<typeof addProvider>>;
let directory: ScimClient;
beforeAll(async () => {
  provider = await addProvider(server, oidc, { name: 'Acme ID', creates_users: true });
  directory = await createScimClient(server);
});

async function signIn({ email }: { readonly email: string }) {
  const browser = createTestBrowser();
  const page = await signInAt(browser, provider.start, email);
  return { ...page, isSignedIn: isSignedIn(browser, server.url) };
}

async function findUser(email: string) {
  const user = await findUserByEmail(server.database, email);
  if (user === undefined) throw new Error(`no user ${email}`);
  return user;
}

async function addUser({ email, name }: { readonly email: string; readonly name: string }): Promise<void> {
  await server.operate('POST', 'users', { email, name, password: 'a-good-password', tenant: 'smsa' });
}

async function joinOtherTenant(email: string): Promise<void> {
  const { id: userId } = await findUser(email);
  await server.database.insert(tenantMembers).values({ tenant: 'finouro', userId, joinedAt: server.now() });
}

async function giveRole(email: string): Promise<void> {
  const { id: userId } = await findUser(email);
  await server.database.insert(userRoles).values({ userId, role: 'operator', grantedAt: server.now() });
}

/** Lets the directory of the tenant change a member, who counts as provisioned then. */
async function provision(email: string): Promise<void> {
  const { Resources } = await directory.find('Users', `userName eq "${email}"`);
  await directory.patch(`Users/${Resources[0]?.id}`, { op: 'Add', path: 'externalId', value: `id of ${email}` });
}

test('an account that others know, or with a role in the portal, is linked by its owner alone', async () => {
  for (const account of [hugo, iris]) await addUser(account);
  await joinOtherTenant(hugo.email);
  await giveRole(iris.email);
  for (const account of [hugo, iris]) {
    await provision(account.email);
    const page = await signIn(account);
    expect(page).toMatchObject({ isSignedIn: false, text: expect.stringContaining('Is this your account?') });
  }
});

test('an account with a second factor is linked by both factors', async () => {
  const { token } = await server.signIn(carla.email);
  const { getCode } = await setUpFactor(server, token);
  const browser = createTestBrowser();
  const form = await signInAt(browser, provider.start, carla.email);
  expect(form.text).not.toContain('name="code"');
  const password = 'portico-demo';
  const needed = await browser.submit(form, { password });
  expect(needed).toMatchObject({ status: 401, text: expect.stringContaining('has a second factor') });
  expect(needed.text).toContain('name="code"');
  for (const code of ['', 'x', '000000']) {
    const wrong = await browser.submit(form, { password, code });
    expect(wrong).toMatchObject({ status: 401, text: expect.stringContaining('This code is wrong') });
  }
  const code = getCode();
  const guess = await browser.submit(form, { password: 'guess', code });
  expect(guess).toMatchObject({ status: 401, text: expect.stringContaining('The password is wrong') });
  expect(guess.text).toContain('name="code"');
  expect(isSignedIn(browser, server.url)).toBe(false);
  await browser.submit(form, { password, code });
  expect(isSignedIn(browser, server.url)).toBe(true);
});

test('the directory links an account of its tenant alone, which is mailed', async () => {
  await addUser(gil);
  await provision(gil.email);
  const mail = await createOutbox(server).nextMailTo(gil.email, 'notice', async () => {
    expect((await signIn(gil)).isSignedIn).toBe(true);
  });
  expect(mail).toContain('your account was linked to a sign-in provider');
});

test('name, e-mail and photo of an account that others know stay', async () => {
  oidc.setPhoto(await plainPicture(30, 30).png().toBuffer());
  expect((await signIn(eva)).isSignedIn).toBe(true);
  const { id } = await findUser(eva.email);
  await joinOtherTenant(eva.email);
  const changed = { ...eva, email: 'eva.new@portico.test', name: 'Eva Changed', picture: `${oidc.issuer}/photo` };
  oidc.setAccount(changed);
  expect((await signIn(changed)).isSignedIn).toBe(true);
  expect(await findUser(eva.email)).toMatchObject({ id, name: 'Eva' });
  // Fred's photo is copied after the one of Eva would have been.
  oidc.setAccount({ ...fred, picture: changed.picture });
  await signIn(fred);
  const fredId = (await findUser(fred.email)).id;
  await waitFor(async () => (await countPhotos(fredId)) === 1 || undefined);
  expect(await countPhotos(id)).toBe(0);
});

const countPhotos = (userId: string) => server.database.$count(userImages, eq(userImages.userId, userId));

test('a suspended member is refused, with the reason', async () => {
  const { Resources } = await directory.find('Users', `userName eq "${fred.email}"`);
  await directory.patch(`Users/${Resources[0]?.id}`, { op: 'Replace', path: 'active', value: false });
  expect(await signIn(fred)).toMatchObject({ status: 403, isSignedIn: false });
  await directory.patch(`Users/${Resources[0]?.id}`, { op: 'Replace', path: 'active', value: true });
  expect((await signIn(fred)).isSignedIn).toBe(true);
});

test('a sign-in at a provider alone sets no password and no factor of an account that others know', async () => {
  const getToken = async () => {
    const { refreshToken } = await signInAtProvider(server, provider.id, fred.email);
    return (await server.refresh({ token: '', refreshToken })).token;
  };
  const setUp = async (token: string) => (await server.call('POST', '/api/auth/factor/setup', { token })).status;
  expect(await setUp(await getToken())).toBe(200);

  await joinOtherTenant(fred.email);
  const token = await getToken();
  const body = { new_password: 'a-good-password' };
  const setPassword = () => server.call('PUT', '/api/auth/password', { token, body });
  expect(await readError(await setPassword())).toBe('403 confirmation-needed');
  expect(await setUp(token)).toBe(403);
  // The owner of the e-mail proves it.
  const mail = await createOutbox(server).nextMailTo(fred.email, 'code', () =>
    server.call('POST', '/api/auth/confirmation/code', { token, body: {} }),
  );
  const proof = { token, body: { mailed_code: codeIn(mail) } };
  expect((await server.call('POST', '/api/auth/confirmation', proof)).status).toBe(204);
  expect((await setPassword()).status).toBe(204);
});
