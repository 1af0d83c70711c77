import { lookSchema } from '@portico/contract/administration';
import { desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as v from 'valibot';
import { createOutbox } from '../../testing/outbox';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { plainPicture } from '../../testing/test-photos';
import { waitFor } from '../../testing/wait-for';
import { auditRecords } from '../audit-tables';

// Runs on PGlite and on PostgreSQL.

const server = testServer(
  { TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' },
  { configuration: { hosts: { localhost: 'smsa', 'fixed.example': 'finouro' } }, hasShell: true },
);
const at = (host: string) => ({ 'x-forwarded-host': host });
const url = (tenant = 'smsa') => `/api/operator/tenants/${tenant}/look`;

interface Caller {
  readonly token: string;
}

const operator = (): Caller => ({ token: server.operatorKey });
const tiago = () => server.signIn('tiago@portico.test');
const olga = async (host: string) => {
  const session = await server.signIn('olga@portico.test', undefined, at(host));
  const body = { password: 'portico-demo' };
  await server.call('POST', '/api/operator/confirmation', { ...session, body, headers: at(host) });
  return session;
};

const change = (caller: Caller, body: object, tenant?: string, host?: string) =>
  server.call('PATCH', url(tenant), { ...caller, body, ...(host !== undefined && { headers: at(host) }) });
const changed = async (caller: Caller, body: object, tenant?: string) =>
  v.parse(lookSchema, await (await change(caller, body, tenant)).json());
const read = async (tenant?: string) =>
  v.parse(lookSchema, await (await server.call('GET', url(tenant), operator())).json());
const upload = (caller: Caller, body: Uint8Array | string, type = 'image/png', query = '') =>
  server.call('PUT', `${url()}/logo${query}`, { ...caller, body, headers: { 'content-type': type } });
const picture = (width: number, height: number) => plainPicture(width, height).png().toBuffer();
const getPage = async (host: string) =>
  (await server.call('GET', '/signin', { headers: { ...at(host), accept: 'text/html' } })).text();

test('an administrator changes name, accent and the name of the sender, and the next page has them', async () => {
  const before = await read();
  const look = await changed(await tiago(), { name: 'SMSA Saúde', accent: '#1d5fae', sender_name: 'Saúde "SP"' });
  expect(look).toEqual({ ...before, name: 'SMSA Saúde', accent: '#1d5fae', sender_name: 'Saúde "SP"' });
  const page = await getPage('localhost');
  expect(page).toContain('SMSA Saúde');
  expect(page).toContain('--portico-tenant-accent:#1d5fae');
  expect(await changed(await tiago(), { accent: null })).toMatchObject({ accent: null, name: 'SMSA Saúde' });
  expect(await getPage('localhost')).not.toContain('--portico-tenant-accent:#1d5fae');

  const [record] = await server.database
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.action, 'look-changed'))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  expect(record).toMatchObject({ tenant: 'smsa', actor: 'user' });
  expect(record?.details).toEqual({ before: { accent: '#1d5fae' }, after: { accent: null } });
});

test.each([
  [{ name: '' }, '400 invalid-request'],
  [{ name: 'A\nB' }, '400 invalid-request'],
  [{ accent: 'red' }, '400 invalid-request'],
  [{ accent: '#fff;}</style>' }, '400 invalid-request'],
  [{ sender_name: 'Bank\r\nBcc: all@x.test' }, '400 invalid-request'],
  [{ sender_name: 'security@bank.example' }, '400 invalid-request'],
  [{ sender_address: 'a@b.test\r\nBcc: all@x.test' }, '400 invalid-request'],
  [{ hosts: ['https://a.example'] }, '400 invalid-request'],
  [{ hosts: ['a.example:80'] }, '400 invalid-request'],
  [{ logo: 'https://evil.example/logo.png' }, '400 field-unknown'],
  [{ key: 'other' }, '400 field-unknown'],
])('%j is refused: %s', async (body, error) => {
  const before = await read();
  expect(await readError(await change(operator(), body))).toBe(error);
  expect(await read()).toEqual(before);
});

test('the second editor of a field gets what the first one changed, and nothing is saved', async () => {
  const seen = await read();
  await changed(operator(), { name: 'First', from: { name: seen.name } });
  const response = await change(await tiago(), { name: 'Second', accent: '#224466', from: { name: seen.name } });
  expect(response.status).toBe(409);
  const { code, message } = await response.json();
  expect([code, message]).toEqual(['look-changed', expect.stringContaining(`name: ${seen.name} → First`)]);
  expect(await read()).toEqual({ ...seen, name: 'First' });
  // Fields that only one of them changes are no conflict.
  await changed(await tiago(), { accent: '#224466', from: { accent: seen.accent } });
  expect(await read()).toMatchObject({ name: 'First', accent: '#224466' });
});

test('an uploaded logo is stored as WebP, shown by the page and cached for good; another one has another address', async () => {
  const caller = await tiago();
  expect((await upload(caller, await picture(2000, 500))).status).toBe(204);
  const { logo } = await read();
  expect(logo).toMatch(/^\/media\/tenants\/smsa\/[\w-]{43}\.webp$/);
  expect(await getPage('localhost')).toContain(`"logo":"${logo}"`);
  const file = await server.call('GET', logo ?? '');
  expect(file.headers.get('content-type')).toBe('image/webp');
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({ width: 1024, height: 256 });

  const body = await picture(30, 30);
  expect(await readError(await upload(caller, body, 'image/png', '?from=/other.webp'))).toBe('409 look-changed');
  expect((await upload(caller, body, 'image/png', `?from=${logo}`)).status).toBe(204);
  expect((await read()).logo).not.toBe(logo);
  expect((await server.call('GET', logo ?? '')).status).toBe(404);
  const other = (await read()).logo?.replace('/smsa/', '/finouro/');
  expect((await server.call('GET', other ?? '')).status).toBe(404);

  expect(await readError(await server.call('DELETE', `${url()}/logo?from=none`, caller))).toBe('409 look-changed');
  expect((await server.call('DELETE', `${url()}/logo`, caller)).status).toBe(204);
  expect((await read()).logo).toBeNull();
});

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', '415 image-type-unknown'],
  ['SVG that claims to be PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', '415 image-type-unknown'],
  ['a damaged picture', '\x89PNG\r\n\x1a\n', 'image/png', '422 image-unreadable'],
  ['too many bytes', 'x'.repeat(5 * 1024 * 1024 + 1), 'image/png', '413 image-too-large'],
])('%s is no logo', async (_name, content, type, error) => {
  expect(await readError(await upload(operator(), Buffer.from(content, 'latin1'), type))).toBe(error);
  expect((await read()).logo).toBeNull();
});

test('only an operator changes hosts and the address of mails, with their password', async () => {
  const administrator = await tiago();
  expect(await readError(await change(administrator, { hosts: ['a.example'] }))).toBe('403 look-of-operators');
  expect(await readError(await change(administrator, { sender_address: 'a@b.test' }))).toBe('403 look-of-operators');
  const unconfirmed = await server.signIn('olga@portico.test');
  expect(await readError(await change(unconfirmed, { hosts: ['a.example'] }))).toBe('403 confirmation-needed');
  expect((await change(unconfirmed, { sender_name: 'SMSA' })).status).toBe(200);
});

test('a host leads to its tenant soon after it is saved, also in mails, until it is taken away', async () => {
  await changed(operator(), { hosts: ['Www.Ouro.example', 'ouro.example'] }, 'finouro');
  expect(await read('finouro')).toMatchObject({
    hosts: ['ouro.example', 'www.ouro.example'],
    fixed_hosts: ['fixed.example'],
  });
  const isFinouro = async () => ((await getPage('OURO.example')).includes('"finouro"') ? true : undefined);
  await waitFor(isFinouro);
  // A page has its own host alone: the others name customers.
  const page = await getPage('OURO.example');
  expect(page).toContain('"hosts":{"ouro.example":"finouro"}');
  const mail = await createOutbox(server).nextMailTo('ana@portico.test', 'code', () =>
    server.call('POST', '/api/auth/recover', { body: { email: 'ana@portico.test' }, headers: at('ouro.example') }),
  );
  expect(mail).toContain('//ouro.example');
  await changed(operator(), { hosts: [] }, 'finouro');
  await waitFor(async () => ((await isFinouro()) ? undefined : true));
});

test.each([
  ['ouro.example', 'of its look'],
  ['fixed.example', 'of the configuration'],
  ['finouro.portal.example', 'by its first label'],
])('%s belongs to another tenant: %s', async (host) => {
  await changed(operator(), { hosts: ['ouro.example'] }, 'finouro');
  const response = await change(operator(), { hosts: ['free.example', host] });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: 'host-taken',
    message: `${host} pertence ao tenant finouro. Retire-o de lá primeiro.`,
  });
  expect((await read()).hosts).toEqual([]);
  await changed(operator(), { hosts: [] }, 'finouro');
});

test('an operator cannot lock out their own session', async () => {
  const host = 'console.example';
  await changed(operator(), { hosts: [host] });
  await waitFor(async () => ((await getPage(host)).includes('"smsa"') ? true : undefined));
  const caller = await olga(host);
  expect(await readError(await change(caller, { hosts: [] }, 'smsa', host))).toBe('409 host-of-session');
  expect((await read()).hosts).toEqual([host]);
  expect((await change(caller, { hosts: [host, 'second.example'] }, 'smsa', host)).status).toBe(200);
  await changed(operator(), { hosts: [] });
});

describe('mails', () => {
  const readHead = async () => {
    const mail = await createOutbox(server).nextMailTo('bruno@portico.test', 'code', () =>
      server.call('POST', '/api/auth/recover', { body: { email: 'bruno@portico.test' } }),
    );
    const head = (mail.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    return head.filter((line) => /^(?:from|reply-to|bcc|sender):/i.test(line));
  };

  test('have the name of the tenant with the address of the portal', async () => {
    await changed(operator(), { sender_name: 'Help, "SMSA"; x' });
    expect(await readHead()).toEqual(['From: "Help, \\"SMSA\\"; x" <no-reply@localhost>']);
  });

  test('have the address that the operator permits', async () => {
    await changed(operator(), { name: 'SMSA', sender_name: null, sender_address: 'help@smsa.example' });
    const sender = 'SMSA <help@smsa.example>';
    expect(await readHead()).toEqual([`From: ${sender}`, `Reply-To: ${sender}`]);
  });

  test('have the sender of the portal otherwise', async () => {
    await changed(operator(), { sender_name: null, sender_address: null });
    expect(await readHead()).toEqual(['From: Portico <no-reply@localhost>']);
  });
});
