import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';

const server = testServer();

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/auth', { body, headers });

test('gives an access token, both cookies and the mark of a known browser', async () => {
  const response = await post({ email: ' Ana@Portico.test ', password: 'portico-demo' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ access_token: expect.any(String) });
  const cookies = response.headers.getSetCookie();
  const [refresh, session] = cookies;
  expect(refresh).toMatch(
    /^__Host-portico-refresh=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(session).toMatch(/^portico-session=c\d{1,4}; Max-Age=2592000; Path=\/; SameSite=Lax$/);
  expect(cookies).toContainEqual(
    expect.stringMatching(/^__Host-portico-known=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  ['a wrong password', { email: 'ana@portico.test', password: 'wrong' }],
  ['an unknown e-mail', { email: 'nobody@portico.test', password: 'portico-demo' }],
])('refuses %s with the same words, in the language asked for', async (_case, body) => {
  const portuguese = await post(body);
  expect(portuguese.status).toBe(401);
  expect(await portuguese.json()).toEqual({ code: 'wrong-credentials', message: 'E-mail ou senha incorretos.' });
  expect(portuguese.headers.get('content-language')).toBe('pt-BR');
  const english = await post(body, { 'accept-language': 'fr, en-GB;q=0.9, pt;q=0.5' });
  expect(await english.json()).toEqual({ code: 'wrong-credentials', message: 'Wrong e-mail or password.' });
  expect(english.headers.get('content-language')).toBe('en');
  expect(english.headers.getSetCookie()).toEqual([]);
});

test.each([
  ['malformed JSON', '{"email":', '400 invalid-request'],
  ['no body', '', '400 invalid-request'],
  ['a list', '[]', '400 invalid-request'],
  ['wrong types', '{"email":["ana@portico.test"],"password":{}}', '400 invalid-request'],
  ['a NUL', '{"email":"ana@portico.test","password":"\\u0000"}', '400 invalid-request'],
  ['a NUL after a backslash', '{"email":"ana@portico.test","password":"\\\\\\u0000"}', '400 invalid-request'],
  ['too large a body', `{"email":"${'a'.repeat(70_000)}"}`, '413 body-too-large'],
])('refuses %s and stays up', async (_case, body, error) => {
  expect(await readError(await post(body))).toBe(error);
  expect((await server.call('GET', '/health/ready')).status).toBe(200);
});

test.each(['\\u0000', 'a\\\\u0000'])('reads %s as the characters that they are', async (password) => {
  expect((await post(JSON.stringify({ email: 'ana@portico.test', password }))).status).toBe(401);
});

test('refuses a body that is not JSON', async () => {
  const response = await post('email=ana', { 'content-type': 'application/x-www-form-urlencoded' });
  expect(await readError(response)).toBe('415 unsupported-media-type');
});

test.each(['/api/nothing', '/api', '/api/auth/nothing'])('answers 404 as JSON under %s', async (path) => {
  expect(await readError(await server.call('GET', path))).toBe('404 not-found');
});

test('answers an address that cannot be decoded', async () => {
  expect(await readError(await server.call('GET', '/api/%zz'))).toBe('400 invalid-request');
});
