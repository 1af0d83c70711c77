// The owner of an account links it by a mailed code. Runs on PGlite and on PostgreSQL.
import { eq } from 'drizzle-orm';
import { codeIn, createOutbox, wrongCode } from '../../testing/outbox';
import { setUpFactor } from '../../testing/set-up-factor';
import { addProvider, isSignedIn, signInAt } from '../../testing/sign-in-at-provider';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { startTestServer } from '../../testing/start-test-server';
import { createTestBrowser, type TestBrowser, type TestPage } from '../../testing/test-browser';
import { users } from '../account-tables';
import { auditRecords } from '../audit-tables';
import { throttles } from '../limit-tables';
import { userIdentities } from '../provider-tables';
import { tenants } from '../tenant-tables';

const names = ['ana', 'bruno', 'carla', 'dora', 'olga'] as const;
const accounts = names.map((name) => ({ sub: name, email: `${name}@portico.test` }));
const oidc = startBeforeTests(() => startOidcProvider({ accounts, clients: [] }));
const server = startBeforeTests(() =>
  startTestServer({}, { hasShell: true, configuration: { hosts: { localhost: 'smsa' } } }),
);
const outbox = createOutbox(server);

const emailOf = (name: (typeof names)[number]) => `${name}@portico.test`;

let provider: Awaited<ReturnType<typeof addProvider>>;
let getFactorCode: () => string;
beforeAll(async () => {
  const { token } = await server.signIn(emailOf('carla'));
  getFactorCode = (await setUpFactor(server, token)).getCode;
  provider = await addProvider(server, oidc, { name: 'Acme ID', passwords_off: true });
});

const signedIn = (browser: TestBrowser) => isSignedIn(browser, server.url);

/** Opens the page of an account without a password, and asks for a code by mail. */
async function askForCode(email: string, browser = createTestBrowser()) {
  await server.database.update(users).set({ passwordHash: null }).where(eq(users.email, email));
  const page = await signInAt(browser, `${provider.start}?link=%2Fsmsa`, email);
  let form = page;
  const mail = await outbox.nextMailTo(email, 'code', async () => {
    form = await browser.submit(page, { mail: 'code' });
  });
  return { browser, form, code: codeIn(mail), mail };
}

const type = (browser: TestBrowser, form: TestPage, mailed_code: string) => browser.submit(form, { mailed_code });
const wrong = { status: 401, text: expect.stringContaining('The code from the e-mail is wrong or too old') };

test('a user without a password links the account by a mailed code, where passwords are off', async () => {
  const { browser, form, code, mail } = await askForCode(emailOf('bruno'));
  expect(mail).toMatch(/^Subject: SMSA: your code to link your account\r?$/m);
  expect(form).toMatchObject({ status: 200, text: expect.stringContaining('A code was sent to') });
  expect(form.text).toContain('name="mailed_code"');
  expect(form.text).not.toContain('type="password"');
  expect(await type(browser, form, wrongCode(code))).toMatchObject(wrong);
  expect(await type(browser, form, 'abc')).toMatchObject(wrong);
  expect(signedIn(browser)).toBe(false);
  let done = form;
  const notice = await outbox.nextMailTo(emailOf('bruno'), 'notice', async () => {
    done = await type(browser, form, ` ${code.slice(0, 3)} ${code.slice(3)}`);
  });
  expect(notice).toContain('your account was linked to a sign-in provider');
  expect([done.url.pathname, signedIn(browser)]).toEqual(['/smsa', true]);
  const records = await server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.action, 'linking-code-requested'));
  expect(records).toMatchObject([{ actor: 'visitor', target: provider.id, tenant: 'smsa' }]);
});

test('the code of another account, browser or mail links nothing', async () => {
  const own = await askForCode(emailOf('ana'));
  const other = await askForCode(emailOf('dora'));
  if (own.code !== other.code) expect(await type(own.browser, own.form, other.code)).toMatchObject(wrong);
  const second = await askForCode(emailOf('ana'));
  if (own.code !== second.code) expect(await type(second.browser, second.form, own.code)).toMatchObject(wrong);
  // A browser that has asked for no code has none to type.
  const third = createTestBrowser();
  const page = await signInAt(third, provider.start, emailOf('ana'));
  expect(await type(third, page, second.code)).toMatchObject(wrong);
  const again = await askForCode(emailOf('ana'), second.browser);
  if (again.code !== second.code) expect(await type(second.browser, second.form, second.code)).toMatchObject(wrong);
  for (const { browser } of [own, other, second]) expect(signedIn(browser)).toBe(false);
  expect((await type(second.browser, second.form, again.code)).url.pathname).toBe('/smsa');
});

test('a code has five tries, also ten at a time', async () => {
  const { browser, code, form } = await askForCode(emailOf('dora'));
  const guesses = await Promise.all(Array.from({ length: 10 }, () => type(browser, form, wrongCode(code))));
  expect(guesses.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  // The limit of the account is another one.
  await server.database.delete(throttles);
  expect(await type(browser, form, code)).toMatchObject(wrong);
  expect(signedIn(browser)).toBe(false);
});

test('an old code links nothing', async () => {
  const { browser, code, form } = await askForCode(emailOf('olga'));
  server.passSeconds(601);
  expect((await type(browser, form, code)).status).toBe(400);
  server.passSeconds(-601);
  expect(signedIn(browser)).toBe(false);
});

test('the code sets no password, and a code that does is not replaced by it', async () => {
  await server.database.update(tenants).set({ passwordsOff: false });
  const email = emailOf('olga');
  const ask = () => server.call('POST', '/api/auth/recover', { body: { email } });
  const recovery = codeIn(await outbox.nextMailTo(email, 'code', ask));
  const { code } = await askForCode(email);
  // Another browser, which has asked for nothing.
  const reset = async (typed: string) => {
    const body = { email, code: typed, password: 'a-new-password' };
    return (await server.call('PUT', '/api/auth/recover', { body })).status;
  };
  if (code !== recovery) expect(await reset(code)).toBe(400);
  expect(await reset(recovery)).toBe(204);
  await server.database.update(tenants).set({ passwordsOff: true }).where(eq(tenants.key, 'smsa'));
});

test('an account is not linked to a second account at the provider, whose proof has begun before', async () => {
  const [email, password] = ['eva@portico.test', 'a-good-password'];
  await server.operate('POST', 'users', { email, name: 'Eva', tenant: 'smsa', password });
  const [first, second] = [createTestBrowser(), createTestBrowser()];
  oidc.setAccount({ sub: 'eva', email });
  const firstForm = await signInAt(first, provider.start, email);
  // The provider gives the e-mail to another person too.
  oidc.setAccount({ sub: 'eva', email: 'former@portico.test' });
  oidc.setAccount({ sub: 'another', email });
  const secondForm = await signInAt(second, provider.start, email);
  oidc.setAccount({ sub: 'eva', email });
  await first.submit(firstForm, { password });
  const page = await second.submit(secondForm, { password });
  expect(page).toMatchObject({ status: 403, text: expect.stringContaining('does not let') });
  const linked = await server.database
    .select({ subject: userIdentities.subject })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(eq(users.email, email));
  expect(linked).toEqual([{ subject: 'eva' }]);
});

test('the second factor of the account is still asked for', async () => {
  const { browser, code, form } = await askForCode(emailOf('carla'));
  const needed = await type(browser, form, code);
  expect(needed).toMatchObject({ status: 401, text: expect.stringContaining('has a second factor') });
  expect(needed.text).toContain('name="mailed_code"');
  const refused = await browser.submit(form, { mailed_code: code, code: '000000' });
  expect(refused).toMatchObject({ status: 401, text: expect.stringContaining('This code is wrong') });
  expect(signedIn(browser)).toBe(false);
  await browser.submit(form, { mailed_code: code, code: getFactorCode() });
  expect(signedIn(browser)).toBe(true);
});

test('mails to one account are limited, and other pages cannot ask for one', async () => {
  const browser = createTestBrowser();
  const page = await signInAt(browser, provider.start, emailOf('olga'));
  const headers = { origin: 'https://evil.example' };
  const body = new URLSearchParams({ mail: 'code' });
  expect((await browser.request(page.url, { method: 'POST', body, headers })).status).toBe(403);
  const statuses: number[] = [];
  for (let mail = 0; mail < 11; mail++) statuses.push((await browser.submit(page, { mail: 'code' })).status);
  expect(statuses.at(-1)).toBe(429);
});
