import { channelMessage, currentUserSchema, importMapTopic, userAnnouncementsSchema } from '@portico/contract';
import { type Announcement, announcementPageSchema, announcementSchema } from '@portico/contract/administration';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { announcements } from '../identity/tenant-tables';
import { notificationRecipients, notifications } from '../messaging/messaging-tables';
import { deleteTooOld } from '../operations/retention';
import { readEnvironment } from '../process/environment';
import { createRealtimeClients } from '../testing/realtime-clients';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';
import { notificationCalls } from '../testing/test-notifications';
import { waitFor } from '../testing/wait-for';
import { openAnnouncementsMax } from './announcement-routes';

// Runs on PGlite and on PostgreSQL.

const server = testServer({}, { configuration: { hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' } } });
const clients = createRealtimeClients(server);
const [ana, bruno, tiago] = ['ana@portico.test', 'bruno@portico.test', 'tiago@portico.test'];
const ofSmsa = 'tenants/smsa/announcements';

afterEach(() => server.database.delete(announcements));
afterAll(() => clients.closeAll());

const inSeconds = (seconds: number) => new Date(server.now().getTime() + seconds * 1000).toISOString();
const texts = { pt: { title: 'Manutenção', body: '' }, en: { title: 'Maintenance', body: 'Tonight.' } };
const banner = (fields: object = {}) => ({
  texts,
  ends_at: inSeconds(3600),
  ...fields,
});

async function add(body: object, path = ofSmsa): Promise<Announcement> {
  const response = await server.operate('POST', path, body);
  if (response.status !== 201) throw new Error(await response.text());
  return v.parse(announcementSchema, await response.json());
}
const change = (id: string, body: object, path = ofSmsa) => server.operate('PATCH', `${path}/${id}`, body);
const list = async (query = '', path = ofSmsa) =>
  v.parse(announcementPageSchema, await (await server.operate('GET', path + query)).json());

async function readBanners(email: string) {
  const { token } = await server.signIn(email);
  const { announcements } = v.parse(
    currentUserSchema,
    await (await server.call('GET', '/api/users/me', { token })).json(),
  );
  const parsed = v.parse(userAnnouncementsSchema, announcements);
  return { ...parsed, titles: parsed.items.map(({ texts }) => texts.pt?.title ?? texts.en?.title) };
}

test('an administrator posts a banner, and the users of the tenant see it from its begin to its end', async () => {
  const { token } = await server.signIn(tiago);
  const begins_at = inSeconds(600);
  const body = banner({ kind: 'warning', begins_at });
  expect((await server.call('POST', `/api/operator/${ofSmsa}`, { token, body })).status).toBe(201);
  const before = await readBanners(ana);
  expect([before.titles, before.next_at]).toEqual([[], begins_at]);
  server.passSeconds(600);
  const during = await readBanners(ana);
  expect(during.items).toMatchObject([
    { kind: 'warning', texts: { en: { body: 'Tonight.' } }, module: null, ends_at: body.ends_at },
  ]);
  expect(during.next_at).toBeNull();
  const foreign = await fetch(`${server.url.replace('localhost', '127.0.0.1')}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana, password: 'portico-demo' }),
  });
  expect(foreign.status).toBe(200);
  const { access_token } = v.parse(v.object({ access_token: v.string() }), await foreign.json());
  const me = await (await server.call('GET', '/api/users/me', { token: access_token })).json();
  expect(v.parse(currentUserSchema, me).announcements).toMatchObject({ items: [] });
  server.passSeconds(3600);
  expect((await readBanners(ana)).titles).toEqual([]);
});

test('a module gets no banners with its own token', async () => {
  await add(banner());
  const { refreshToken } = await server.signIn(ana);
  const body = { app: 'smsa', domain: 'smsa' };
  const exchanged = await (await server.call('POST', '/api/auth/exchange', { refreshToken, body })).json();
  const { access_token: token } = v.parse(v.object({ access_token: v.string() }), exchanged);
  expect(await (await server.call('GET', '/api/users/me', { token })).json()).not.toHaveProperty('announcements');
});

test('a banner of an application is for those who may use it; operators have banners for all', async () => {
  await add(banner({ module: 'smsa', texts: { pt: { title: 'Own' } } }));
  await add(banner({ kind: 'warning', texts: { en: { title: 'All' } } }), 'announcements');
  expect((await readBanners(ana)).titles).toEqual(['All', 'Own']);
  expect((await readBanners(bruno)).titles).toEqual(['All']);
  expect(await readError(await server.operate('POST', ofSmsa, banner({ module: 'unknown' })))).toBe(
    '404 app-of-tenant-unknown',
  );
  expect(await readError(await server.operate('POST', 'announcements', banner({ module: 'wellcome' })))).toBe(
    '400 module-unpublished',
  );
});

test.each<[string, () => object, string]>([
  ['no text', () => banner({ texts: {} }), '400 invalid-request'],
  ['a text in another language', () => banner({ texts: { fr: { title: 'Non' } } }), '400 field-unknown'],
  ['an empty title', () => banner({ texts: { pt: { title: ' ' } } }), '400 invalid-request'],
  ['a long title', () => banner({ texts: { pt: { title: 'a'.repeat(91) } } }), '400 invalid-request'],
  ['a long body', () => banner({ texts: { pt: { title: 'a', body: 'a'.repeat(601) } } }), '400 invalid-request'],
  ['a hidden control', () => banner({ texts: { pt: { title: 'a\u202eb' } } }), '400 invalid-request'],
  ['no end', () => ({ texts }), '400 announcement-times'],
  ['an end before its begin', () => banner({ begins_at: inSeconds(3601) }), '400 announcement-times'],
  ['an end in a thousand years', () => banner({ ends_at: '3026-01-01T00:00:00Z' }), '400 announcement-times'],
  ['a time without a zone', () => banner({ ends_at: '2026-01-01T00:00:00' }), '400 invalid-request'],
  ['a notification with an end', () => banner({ delivery: 'notification' }), '400 announcement-times'],
  ['another field', () => banner({ html: '<b>' }), '400 field-unknown'],
])('refuses %s', async (_name, body, error) => {
  expect(await readError(await server.operate('POST', ofSmsa, body()))).toBe(error);
});

test('the second of two editors is told, and what the first saved stays', async () => {
  const { edition, id } = await add(banner());
  const { key } = (await readBanners(ana)).items[0] ?? {};
  expect((await change(id, { edition, kind: 'warning' })).status).toBe(200);
  expect(await readError(await change(id, { edition, texts: { en: { title: 'Late' } } }))).toBe(
    '409 announcement-changed',
  );
  expect((await list()).items).toMatchObject([{ id, edition: edition + 1, kind: 'warning', texts }]);
  const [changed] = (await readBanners(ana)).items;
  expect(changed?.key).not.toBe(key);
});

test('a banner ends now, also before it has begun; one of another tenant is unknown', async () => {
  const current = await add(banner());
  const planned = await add(banner({ begins_at: inSeconds(60) }));
  for (const { id } of [current, planned]) {
    expect(await (await change(id, { ends_at: 'now' })).json()).toMatchObject({ state: 'over' });
    expect(await readError(await change(id, {}, 'tenants/finouro/announcements'))).toBe('404 announcement-unknown');
    expect(await readError(await change(id, {}, 'announcements'))).toBe('404 announcement-unknown');
  }
  expect((await readBanners(ana)).titles).toEqual([]);
  expect((await server.operate('DELETE', `${ofSmsa}/${current.id}`)).status).toBe(204);
  expect(await readError(await server.operate('DELETE', `${ofSmsa}/${current.id}`))).toBe('404 announcement-unknown');
});

test('the list is paged and filtered by state', async () => {
  const over = await add(banner());
  await change(over.id, { ends_at: 'now' });
  const now = await add(banner());
  const planned = await add(banner({ begins_at: inSeconds(60) }));
  for (const [state, { id }] of Object.entries({ over, now, planned })) {
    expect((await list(`?state=${state}`)).items.map((item) => item.id)).toEqual([id]);
  }
  const first = await list('?limit=2');
  expect(first.items.map(({ id }) => id)).toEqual([planned.id, now.id]);
  const second = await list(`?limit=2&after=${encodeURIComponent(first.next ?? '')}`);
  expect([second.items.map(({ id }) => id), second.next]).toEqual([[over.id], null]);
  expect(await readError(await server.operate('GET', `${ofSmsa}?after=x`))).toBe('400 invalid-request');
});

test('a tenant has at most fifty announcements that are not over', async () => {
  const row = { tenant: 'smsa', delivery: 'banner', kind: 'information', texts } as const;
  const times = { beginsAt: server.now(), endsAt: new Date(inSeconds(60)) };
  const ids = Array.from({ length: openAnnouncementsMax }, () => crypto.randomUUID());
  await server.database.insert(announcements).values(ids.map((id) => ({ id, ...row, ...times })));
  expect(await readError(await server.operate('POST', ofSmsa, banner()))).toBe('409 announcements-full');
  await add(banner(), 'tenants/finouro/announcements');
  expect((await readBanners(ana)).items).toHaveLength(10);
});

test('a notification is delivered at its begin, once, to the users of its application', async () => {
  const { list: read } = notificationCalls(server);
  const { token } = await server.signIn(ana);
  const own = async (title: string) =>
    (await read(token, '?limit=50')).notifications.filter((entry) => entry.title.startsWith(title));
  const notification = { delivery: 'notification', module: 'smsa', texts };
  const planned = await add({ ...notification, begins_at: inSeconds(60) });
  expect(planned).toMatchObject({ state: 'planned', ends_at: null });
  server.passSeconds(61);
  // The server looks for due ones at each change, and every half minute.
  await add({ ...notification, module: null, texts: { en: { title: 'News' } } });
  const [first] = await waitFor(async () => {
    const found = await own('Manutenção');
    return found.length > 0 ? found : undefined;
  });
  expect(first).toMatchObject({ title: 'Manutenção · Maintenance', body: 'Tonight.', module: 'smsa' });
  await waitFor(async () => ((await own('News')).length > 0 ? true : undefined));
  expect(await own('Manutenção')).toHaveLength(1);
  const other = await server.signIn(bruno);
  expect((await read(other.token, '?limit=50')).notifications.map(({ title }) => title)).toEqual(['News']);
  expect((await list('?state=over')).items).toHaveLength(2);
  expect(await readError(await change(planned.id, { kind: 'warning' }))).toBe('409 announcement-sent');
});

test('a notification to more than a thousand readers is sent in batches, once to each', async () => {
  await server.operate('POST', 'tenants', { key: 'large', name: 'Large' });
  await server.database.execute(sql`
    with added as (
      insert into users (id, email, name, created_at)
        select gen_random_uuid(), 'reader' || n || '@large.test', 'Reader', now() from generate_series(1, 1200) n
        returning id
    ) insert into tenant_members (tenant, user_id) select 'large', id from added`);
  const path = 'tenants/large/announcements';
  await add({ delivery: 'notification', texts: { en: { title: 'To many' } }, begins_at: inSeconds(1) }, path);
  server.passSeconds(2);
  // Each of these calls sends what is due, as several processes do.
  await Promise.all([1, 2, 3].map(() => add(banner(), path)));
  await waitFor(async () => (await list('?state=over', path)).items[0]);
  const sent = await server.database
    .select({ user: notificationRecipients.userId, batch: notifications.id })
    .from(notifications)
    .innerJoin(notificationRecipients, eq(notificationRecipients.notificationId, notifications.id))
    .where(eq(notifications.title, 'To many'));
  expect([sent.length, new Set(sent.map(({ user }) => user)).size]).toEqual([1200, 1200]);
  expect(new Set(sent.map(({ batch }) => batch)).size).toBe(2);
  await server.operate('DELETE', 'tenants/large');
});

test('a change sends a message that names no tenant, and the browsers of the tenant know it', async () => {
  const { client, subscribe } = await clients.connect({});
  const payloads: string[] = [];
  client.removeAllListeners('message').on('message', (_topic, payload) => payloads.push(payload.toString()));
  expect(await subscribe(importMapTopic)).toBe(0);
  const { channel } = await readBanners(ana);
  // The consoles get messages of their own.
  const until = (wanted: string) =>
    waitFor(
      async () => payloads.splice(0).some((payload) => channelMessage.exec(payload)?.[1] === wanted) || undefined,
    );
  const { id } = await add(banner());
  await until(channel);
  await change(id, { ends_at: 'now' });
  await until(channel);
  const seen: string[] = [];
  client.on('message', (_topic, payload) => seen.push(payload.toString()));
  await add(banner(), 'tenants/finouro/announcements');
  await add(banner(), 'announcements');
  await until('');
  expect(seen.join()).not.toContain(channel);
  expect(seen.join()).not.toContain('finouro');
});

test('announcements stay for ninety days after their end, and go with their tenant', async () => {
  await add(banner());
  const environment = readEnvironment({ PORTICO_DATA: server.dataFolder });
  const clean = (days: number) => {
    const at = new Date(server.now().getTime() + days * 24 * 60 * 60 * 1000);
    return deleteTooOld({ database: server.database, environment, now: () => at }, server.dataFolder);
  };
  const count = () => server.database.$count(announcements);
  await clean(89);
  expect(await count()).toBe(1);
  await clean(91);
  expect(await count()).toBe(0);
  await server.operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
  await add(banner(), 'tenants/acme/announcements');
  await server.operate('DELETE', 'tenants/acme');
  expect(await server.database.$count(announcements, sql`tenant = 'acme'`)).toBe(0);
});
