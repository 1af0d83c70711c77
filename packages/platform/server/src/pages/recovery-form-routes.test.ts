import { codeIn, createOutbox, wrongCode } from '../testing/outbox';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { digest } from './content-policy';

const server = testServer({ TRUST_PROXY: 'loopback' }, { hasShell: true });
const outbox = createOutbox(server);

/** Sends the form as a browser does. */
function post(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/recover?link=%2Fsmsa`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { origin: server.url, 'sec-fetch-dest': 'document', 'accept-language': 'en', ...headers },
  });
}

/** What the page tells the form, and the form in it. */
async function readPage(response: Response) {
  const page = await response.text();
  const state = page.split('<script id="portico-state" type="application/json">')[1]?.split('</script>')[0] ?? '';
  const sheet = page.split('<style>')[1]?.split('</style>')[0] ?? '';
  return { ...JSON.parse(state), content: page.split(/<main.*?<\/script>/s)[1] ?? '', page, sheet };
}

test('the form stands in the page, with its script and all texts', async () => {
  const { content, page, sheet } = await readPage(await fetch(`${server.url}/recover?link=%2Fsmsa`));
  expect(content).toContain('data-rendered="recover"><div><form lang="pt" action="/recover?link=%2Fsmsa">');
  expect(page).toContain('href="/@portico/recovery.js"');
  expect(page).not.toContain('"rel":"prefetch"');
  expect(sheet).toContain('ol{}:root');
});

test('the code is mailed in the language of the form, and sets the password', async () => {
  const email = 'dora@portico.test';
  const mail = await outbox.nextMailTo(email, 'code', async () => {
    const response = await post({ email, locale: 'en' }, { 'accept-language': 'pt' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-portico-recovery=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    );
    const { recovery, content } = await readPage(response);
    expect(recovery).toEqual({ reason: 'sent', email, code: '', wait: 0 });
    expect(content).toContain(`value="${email}"`);
  });
  expect(mail).toContain('Hello Dora Nunes');

  const code = codeIn(mail);
  const wrong = await post({ email, code: wrongCode(code), password: 'a-new-password' });
  expect(wrong.status).toBe(400);
  const { recovery, content, sheet } = await readPage(wrong);
  expect(sheet).toContain('ol{}p{}:root');
  expect(wrong.headers.get('content-security-policy')).toContain(digest(sheet));
  expect(recovery).toEqual({ reason: 'code-invalid', email, code: wrongCode(code), wait: 0 });
  expect(content).toContain(`value="${wrongCode(code)}"`);
  expect(content).not.toContain('a-new-password');

  const changed = await post({ email, code: ` ${code.slice(0, 3)} ${code.slice(3)}`, password: 'a-new-password' });
  expect(changed.headers.getSetCookie().join()).not.toMatch(/session|refresh/);
  expect([changed.status, (await readPage(changed)).recovery.reason]).toEqual([200, 'changed']);
  expect((await server.signIn(email, 'a-new-password')).token).not.toBe('');
});

test('the answer does not reveal which e-mails are known', async () => {
  const answers = async (email: string) => {
    const code = '000000';
    const pages = [await post({ email }), await post({ email, code, password: 'a-new-password' })];
    return Promise.all(pages.map(async (page) => [page.status, (await page.text()).replaceAll(email, '…')]));
  };
  expect(await answers('nobody@portico.test')).toEqual(await answers('carla@portico.test'));
});

const email = 'ana@portico.test';
const password = 'a-new-password';
test.each([
  ['no fields', {}, 'email-missing'],
  ['a malformed e-mail', { email: 'ana' }, 'email-malformed'],
  ['a malformed code', { email, code: '12345', password }, 'code-malformed'],
  ['no password', { email, code: '123456' }, 'password-missing'],
  ['a short password', { email, code: '123456', password: 'short' }, 'password-too-short'],
  ['a common password', { email, code: '123456', password: 'Password123' }, 'password-too-common'],
  ['the e-mail as password', { email, code: '123456', password: email }, 'password-same-as-email'],
])('%s: the page comes back with the reason, in its language', async (_case, fields, reason) => {
  const response = await post(fields);
  expect(response.status).toBe(400);
  const { recovery, session, content } = await readPage(response);
  expect([recovery.reason, session]).toEqual([reason, 'none']);
  expect(content).toContain(`<form lang="en" action="/recover?link=%2Fsmsa">`);
  expect(content).toContain(`<p>${reason} 0 s</p>`);
});

test('what was typed is escaped', async () => {
  const { content } = await readPage(await post({ email: '"><script>', code: '"><b>{{email}}' }));
  expect(content).toContain('value="&quot;>&lt;script>"');
  expect(content).toContain('value="&quot;>&lt;b>{{email}}"');
});

test('the limit is that of the API', async () => {
  const headers = { 'x-forwarded-for': '10.0.0.1' };
  const body = { email: 'nobody@portico.test', code: '000000', password };
  await Promise.all(Array.from({ length: 20 }, () => server.call('PUT', '/api/auth/recover', { body, headers })));
  const response = await post(body, headers);
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get('retry-after'));
  const { recovery, content } = await readPage(response);
  expect(recovery).toEqual({ reason: 'too-many-resets', email: body.email, code: body.code, wait });
  expect(content).toContain(`<p>too-many-resets ${wait} s</p>`);
});

test.each([
  ['another origin', { origin: 'https://evil.test' }],
  ['a sandboxed frame', { origin: 'null' }],
])('a post of %s is refused', async (_case, headers) => {
  const response = await post({ email }, { 'sec-fetch-site': 'cross-site', ...headers });
  expect(await readError(response)).toBe('403 origin-not-allowed');
});
