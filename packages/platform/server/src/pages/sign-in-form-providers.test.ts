import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { signInProviders } from '../identity/provider-tables';
import { tenants } from '../identity/tenant-tables';
import { testServer } from '../testing/start-test-server';

const server = testServer({}, { hasShell: true });
const [acme, partners] = [randomUUID(), randomUUID()];
const cookie = 'portico-probe=1; __Host-portico-probe=1';
const headers = { 'accept-language': 'en', 'sec-fetch-dest': 'document', cookie };

const getPage = async (address = '/signin') => (await fetch(server.url + address, { headers })).text();

function post(fields: Record<string, string>, search = '', more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  const sent = { ...headers, origin: server.url, ...more };
  return fetch(`${server.url}/signin${search}`, { method: 'POST', redirect: 'manual', body, headers: sent });
}

async function readPage(response: Response) {
  const page = await response.text();
  const state = page.split('<script id="portico-state" type="application/json">')[1]?.split('</script>')[0] ?? '';
  return { ...JSON.parse(state), content: page.split(/<main.*?<\/script>/s)[1] };
}

const setPasswordsOff = (passwordsOff: boolean) =>
  server.database.update(tenants).set({ passwordsOff }).where(eq(tenants.key, 'smsa'));

function addProvider(id: string, name: string, domains: string[]) {
  const client = { issuer: `https://id.${name.length}.example`, clientId: 'portal', clientSecret: 'secret' };
  const row = { id, tenant: 'smsa', name, domains, createdAt: server.now(), ...client };
  return server.database.insert(signInProviders).values(row);
}

let before = '';

beforeAll(async () => {
  before = await getPage();
  await addProvider(acme, 'Acme "ID" <b>', ['acme.example', 'acme.test']);
  await addProvider(partners, 'Partners', []);
});
afterEach(() => setPasswordsOff(false));

test('the next page of a tenant with a provider has the other form and preloads its chunk', async () => {
  expect(before).not.toContain('rare-forms');
  expect(before).not.toContain('providers');
  const page = await getPage('/smsa/tickets?page=2');
  expect(page).toContain('<form title="email-first" action="/signin?link=%2Fsmsa%2Ftickets%3Fpage%3D2">');
  expect(page).toContain('<link rel="preload" as="script" href="/@portico/rare-forms.js"');
  // Providers with domains are reached by the e-mail.
  const link = '?link=%2Fsmsa%2Ftickets%3Fpage%3D2';
  expect(page.match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([
    `<a href="/api/sign-in/${partners}${link}">Partners</a>`,
    `<a href="/api/sign-in/${partners}${link}">Partners</a>`,
  ]);
  // The page names neither issuer nor client.
  expect(page).not.toContain('https://id.');
});

const withoutKeys = (page: string) => page.replaceAll(/"generation":\d+/g, '');

// Every first visit loads this page. A larger number here needs a reason that concerns every tenant.
test('the page of a tenant without providers has no byte for them', () => {
  expect(Buffer.byteLength(withoutKeys(before))).toBe(2447);
});

test('the page of a tenant without providers is the same, byte for byte', async () => {
  await server.database.delete(signInProviders).where(eq(signInProviders.id, partners));
  await server.database.update(signInProviders).set({ tenant: 'finouro' }).where(eq(signInProviders.id, acme));
  expect(withoutKeys(await getPage())).toBe(withoutKeys(before));
  await server.database.update(signInProviders).set({ tenant: 'smsa' }).where(eq(signInProviders.id, acme));
  await addProvider(partners, 'Partners', []);
});

test('a known domain leads to its provider, with the link and the e-mail', async () => {
  const response = await post({ email: ' Ana@ACME.test' }, '?link=%2Fsmsa%2Ftickets');
  const address = `/api/sign-in/${acme}?link=%2Fsmsa%2Ftickets&email=Ana%40ACME.test`;
  // No redirect: browsers would apply `form-action` of the form's page to that of the provider.
  expect([response.status, response.headers.get('refresh')]).toEqual([200, `0; url=${address}`]);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const page = await response.text();
  expect(page).toContain(`<a href="${address.replace('&', '&amp;')}">Continue</a>`);
  expect(page).toContain('<h1>Acme &quot;ID&quot; &lt;b></h1>');
});

test('other domains get the password, in the same page for known and unknown accounts', async () => {
  const pages = await Promise.all(
    ['ana@portico.test', 'eva@portico.test', 'rui@finouro.test', 'ana@sub.acme.test'].map(async (email) => {
      const response = await post({ email }, '?link=%2Fsmsa');
      expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
      const { content, refusal } = await readPage(response);
      expect(refusal).toEqual({ reason: 'password-step', email, wait: 0 });
      return content.replaceAll(email, '');
    }),
  );
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain('<p>password</p>');
});

test('steps with an e-mail alone count as no tries of its account', async () => {
  for (let time = 0; time < 40; time++) expect((await post({ email: 'ana@portico.test' })).status).toBe(200);
  expect((await post({ email: 'ana@portico.test', password: 'portico-demo' })).status).toBe(303);
});

test.each([
  ['an empty e-mail', { email: '' }, 400, 'email-missing'],
  ['a malformed e-mail', { email: 'ana' }, 400, 'email-malformed'],
  ['a domain without a name', { email: '@acme.test' }, 400, 'email-malformed'],
  ['the way back', { email: 'ana@portico.test', password: 'x', step: 'email' }, 200, 'email-step'],
  ['an empty password', { email: 'ana@portico.test', password: '' }, 400, 'password-missing'],
  ['a wrong password', { email: 'ana@portico.test', password: 'wrong' }, 401, 'wrong-credentials'],
])('%s', async (_case, fields, status, reason) => {
  const response = await post(fields);
  expect(response.status).toBe(status);
  expect((await readPage(response)).refusal.reason).toBe(reason);
});

test('a page of another site leads to no provider', async () => {
  const response = await post({ email: 'ana@acme.test' }, '', { origin: 'https://evil.test' });
  expect([response.status, response.headers.get('refresh')]).toEqual([403, null]);
  expect((await readPage(response)).refusal).toEqual({ reason: 'other-page', email: '', wait: 0 });
});

test('without passwords the form has a button for each provider, and refuses a typed password', async () => {
  await setPasswordsOff(true);
  const page = await getPage();
  expect(page).toContain('<form title="several"');
  expect(page).toContain('>Acme &quot;ID&quot; &lt;b></a><a href="/api/sign-in/');
  for (const fields of [{ email: 'ana@portico.test', password: 'portico-demo' }, { email: 'ana@portico.test' }]) {
    const response = await post(fields);
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    expect((await readPage(response)).refusal).toEqual({ reason: 'passwords-off', email: fields.email, wait: 0 });
  }
  expect((await post({ email: 'ana@acme.test' })).headers.get('refresh')).toContain(acme);
});
