// Runs on PGlite and on PostgreSQL.
import { eq } from 'drizzle-orm';
import { createScimClient, readScimError, type ScimClient } from '../../testing/scim-client';
import { testServer } from '../../testing/start-test-server';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';
import { scimTokens } from '../token-tables';

const limits = {
  scimOfToken: { tries: 200, window: 60_000 },
  scimConflictsOfToken: { tries: 2, window: 3_600_000 },
};
const server = testServer({}, { limits });
let directory: ScimClient;
let userId: string;

beforeAll(async () => {
  directory = await createScimClient(server, 'smsa', { name: 'Entra', days: 30 });
  ({ id: userId } = await directory.add('Users', { userName: 'victim@contoso.com', displayName: 'Victim' }));
});

test('a token of another tenant, one that ended, one that was revoked, and other credentials read nothing', async () => {
  const foreign = await createScimClient(server, 'finouro');
  const ended = await createScimClient(server, 'smsa', { days: 1 });
  const revoked = await createScimClient(server);
  await server.database
    .update(scimTokens)
    .set({ expiresAt: new Date(0) })
    .where(eq(scimTokens.id, ended.tokenId));
  expect((await server.operate('DELETE', `tenants/finouro/scim-tokens/${revoked.tokenId}`)).status).toBe(404);
  expect((await server.operate('DELETE', `tenants/smsa/scim-tokens/${revoked.tokenId}`)).status).toBe(204);
  const { token: session } = await server.signIn('ana@portico.test');
  for (const token of [
    foreign.token,
    ended.token,
    revoked.token,
    session,
    server.operatorKey,
    'portico_st_',
    undefined,
  ]) {
    for (const [method, path] of [
      ['GET', `Users/${userId}`],
      ['PATCH', `Users/${userId}`],
      ['DELETE', `Users/${userId}`],
      ['GET', 'Users'],
      ['POST', 'Groups'],
      ['GET', 'Schemas'],
      ['GET', 'nothing'],
    ] as const) {
      const response = await server.call(method, `/api/scim/v2/${path}`, { ...(token !== undefined && { token }) });
      expect([token, await readScimError(response)]).toEqual([token, '401']);
    }
  }
  const refused = await waitFor(async () => {
    const { action } = auditRecords;
    const rows = await server.database.select().from(auditRecords).where(eq(action, 'scim-refused'));
    return rows.length > 0 ? rows : undefined;
  });
  expect(refused).toHaveLength(1);
});

test('neither the database nor the list holds a token', async () => {
  const stored = await server.database.select().from(scimTokens);
  expect(JSON.stringify(stored)).not.toContain(directory.token);
  const list = await (await server.operate('GET', 'tenants/smsa/scim-tokens')).json();
  expect(list).toContainEqual(
    expect.objectContaining({ id: directory.tokenId, name: 'Entra', created_by: 'operator' }),
  );
  expect(JSON.stringify(list)).not.toContain('portico_st_');
  expect(directory.token).toMatch(/^portico_st_[\w-]{43}$/);
});

test('a member of another tenant is unknown', async () => {
  const other = await createScimClient(server, 'finouro');
  expect(other.token).not.toBe('');
  await server.operate('POST', 'users', { email: 'theirs@finouro.test', name: 'Theirs', tenant: 'finouro' });
  expect(await directory.find('Users', 'userName eq "theirs@finouro.test"')).toMatchObject({ totalResults: 0 });
  expect(await directory.find('Users', 'emails.value eq "theirs@finouro.test"')).toMatchObject({ totalResults: 0 });
});

test.each([
  'userName eq "x\\" or 1=1 --"',
  `userName eq "' or '1'='1"`,
  'externalId eq "%"',
  'userName eq "\\u0000"',
  'userName eq "\\ud800"',
  'id eq "\'; drop table users; --"',
  'userName eq null',
  'userName eq 1',
  'emails[type eq "home"].value eq "victim@contoso.com"',
])('%s finds nothing', async (filter) => {
  expect(await directory.find('Users', filter)).toMatchObject({ totalResults: 0, Resources: [] });
});

test.each([
  'userName sw "a"',
  'password eq "a"',
  '__proto__ eq "a"',
  'constructor eq "a"',
  'toString eq "a"',
  'not (userName eq "a")',
  'userName eq',
  'userName eq "a" )',
  `${'('.repeat(900)}userName eq "a"`,
  'emails[not (type eq "a")]',
  'meta.created gt "2020-01-01"',
  '; drop table users',
])('%s is no filter of the portal', async (filter) => {
  const response = await directory.call('GET', `Users?filter=${encodeURIComponent(filter)}`);
  expect(await readScimError(response)).toBe('400 invalidFilter');
});

test.each(['filter=x&filter=y', 'startIndex=one', 'count=1e9', 'startIndex=99999999999'])(
  'the query %s is refused',
  async (query) => {
    expect(await readScimError(await directory.call('GET', `Users?${query}`))).toBe('400 invalidValue');
  },
);

test.each([
  [{ op: 'replace', path: 'id', value: 'x' }, '400 mutability'],
  [{ op: 'add', path: 'meta.created', value: 'x' }, '400 mutability'],
  [{ op: 'replace', path: 'GROUPS', value: [] }, '400 mutability'],
  [{ op: 'remove', path: 'schemas' }, '400 mutability'],
  [{ op: 'remove', path: 'userName' }, '400 invalidValue'],
  [{ op: 'remove' }, '400 noTarget'],
  [{ op: 'move', path: 'userName', value: 'x' }, '400 invalidValue'],
  [{ op: 'replace', path: 'emails[', value: 'x' }, '400 invalidPath'],
  [{ op: 'replace', path: 'a b', value: 'x' }, '400 invalidPath'],
  [{ op: 'replace', path: 'emails[__proto__ eq "x"].value', value: 'x@contoso.com' }, '400 invalidFilter'],
  [{ op: 'replace', path: 'userName[type eq "x"]', value: 'x' }, '400 invalidFilter'],
  [{ op: 'replace', path: 'active', value: 'maybe' }, '400 invalidValue'],
  [{ op: 'replace', path: 'active', value: { $ne: true } }, '400 invalidValue'],
  [{ op: 'replace', path: 'displayName', value: 'x'.repeat(300) }, '400 invalidValue'],
  [{ op: 'replace', path: 'displayName', value: 'cut \ud83d' }, '400 invalidValue'],
  [{ op: 'replace', path: 'displayName', value: 'CI \u202eofni' }, '400 invalidValue'],
  [{ op: 'replace', path: 'userName', value: '\0' }, '400 invalidValue'],
  [{ op: 'replace', value: 'x' }, '400 invalidValue'],
])('the operation %j is refused and changes nothing', async (operation, error) => {
  const before = await directory.get(`Users/${userId}`);
  expect(await readScimError(await directory.patch(`Users/${userId}`, operation))).toBe(error);
  expect(await directory.get(`Users/${userId}`)).toEqual(before);
});

test.each([
  '{"op":"replace","path":"__proto__.polluted","value":"x"}',
  '{"op":"add","path":"constructor.prototype.polluted","value":"x"}',
  '{"op":"add","path":"name.__proto__","value":"x"}',
  '{"op":"replace","value":{"__proto__.polluted":"x","constructor.prototype.polluted":"x"}}',
  '{"op":"replace","value":{"__proto__":{"polluted":"x"}}}',
  '{"op":"replace","path":"name","value":{"__proto__":{"polluted":"x"},"__proto__.polluted":"x"}}',
  '{"op":"add","path":"emails","value":[{"value":"victim@contoso.com","__proto__":{"polluted":"x"}}]}',
])('%s reaches no prototype', async (operation) => {
  const response = await directory.call('PATCH', `Users/${userId}`, `{"Operations":[${operation}]}`);
  expect(response.status < 500 && (await response.text()).includes('polluted')).toBe(false);
  expect(await directory.get(`Users/${userId}`)).toMatchObject({ displayName: 'Victim' });
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect('polluted' in {}).toBe(false);
});

test('huge and broken bodies are refused', async () => {
  const post = async (body: string, type = 'application/scim+json') =>
    readScimError(await directory.call('POST', 'Users', body, { 'content-type': type }));
  expect(await post(JSON.stringify({ userName: 'x'.repeat(70_000) }))).toBe('413');
  expect(await post('{"userName":')).toBe('400 invalidSyntax');
  expect(await post('<user/>', 'application/xml')).toBe('415');
  const operations = Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'externalId' }));
  expect(await readScimError(await directory.patch(`Users/${userId}`, ...operations))).toBe('400 invalidValue');
  const members = Array.from({ length: 20_001 }, () => ({ value: userId }));
  const group = { displayName: 'Large', members };
  expect(await readScimError(await directory.call('POST', 'Groups', group))).toBe('400 invalidValue');
  expect(await readScimError(await directory.call('POST', 'Groups', 'x'.repeat(4 * 1024 * 1024 + 1)))).toBe('413');
});

test('a group has no members of other tenants, and no made-up ones', async () => {
  await server.operate('POST', 'users', { email: 'foreign@finouro.test', name: 'Foreign', tenant: 'finouro' });
  const [foreign] = (await (await server.operate('GET', 'tenants/finouro/users?search=foreign@')).json()).items;
  expect(foreign.email).toBe('foreign@finouro.test');
  for (const value of ['2c1a5b52-0a3e-4b8f-9d5e-0d7e4a1a1a1a', 'x', null]) {
    const response = await directory.call('POST', 'Groups', { displayName: 'Odd', members: [{ value }] });
    expect(await readScimError(response)).toBe('400 invalidValue');
  }
  expect(await directory.find('Groups', 'displayName eq "Odd"')).toMatchObject({ totalResults: 0 });
});

test('discovery says what the portal supports', async () => {
  const read = async (path: string) => (await directory.call('GET', path)).json();
  expect(await read('ServiceProviderConfig')).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 1000 },
    etag: { supported: true },
  });
  expect(await read('ResourceTypes')).toMatchObject({
    Resources: [{ id: 'User' }, { id: 'Group', endpoint: '/Groups' }],
  });
  const { Resources } = await read('Schemas');
  expect(Resources.map(({ id }: { id: string }) => id)).toEqual([
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:core:2.0:Group',
  ]);
});

test('a token has a limit of its own', async () => {
  const statuses: number[] = [];
  const busy = await createScimClient(server);
  while (statuses.at(-1) !== 429 && statuses.length < 300) statuses.push((await busy.call('GET', 'Schemas')).status);
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(200);
  expect((await directory.call('GET', 'Schemas')).status).toBe(200);
});

test('a directory finds out accounts of other tenants for a few e-mails alone', async () => {
  const curious = await createScimClient(server);
  const guess = async (userName: string) =>
    (await curious.call('POST', 'Users', { userName, displayName: 'Guess' })).status;
  await server.operate('POST', 'users', { email: 'guessed@finouro.test', name: 'Theirs', tenant: 'finouro' });
  expect([await guess('guessed@finouro.test'), await guess('guessed@finouro.test')]).toEqual([409, 409]);
  // The answer does not depend on the account any more.
  expect([await guess('guessed@finouro.test'), await guess('free@nowhere.test')]).toEqual([429, 429]);
  server.passSeconds(3600);
  expect(await guess('free@nowhere.test')).toBe(201);
});
