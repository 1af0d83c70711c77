import { randomUUID } from 'node:crypto';
import { auditQuerySchema } from '@portico/contract/administration';
import { failureQuerySchema, versionQuerySchema } from '@portico/contract/publishing';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { listAccess } from '../access/access-routes';
import { listTenantsOfGrants, mayUseApp } from '../identity/accounts/app-repository';
import { listAuditRecords } from '../identity/audit/audit-routes';
import { listBanners } from '../identity/current-user/list-banners';
import { listRolePage } from '../identity/roles/role-repository';
import { countDirectoryUsers, listDirectoryUsers } from '../identity/scim/directory-users';
import { parseFilter } from '../identity/scim/parse-filter';
import { createUserFilters } from '../identity/scim/user-routes';
import {
  countNotifications,
  listNotifications,
  markAllRead,
  markRead,
} from '../messaging/notifications/notification-repository';
import { storeNotification } from '../messaging/notifications/send-routes';
import { deleteStalePushTokens } from '../messaging/push/push-tokens';
import { computeCutoff } from '../process/environment';
import { listFailures } from '../registry/failures/failure-repository';
import { createLiveImportMap } from '../registry/live-map/live-import-map';
import { listRevisions } from '../registry/live-map/live-module';
import { listVersions } from '../registry/versions/list-versions';
import { listNeighbours, requireUnchangedAddresses } from '../registry/versions/version-repository';
import { openExplained, type PlanNode } from '../testing/query-plans';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';
import { migrate } from './migrate';

/** Larger tables have the same plans and only take longer to insert. */
const rows = 30_000;
/** Maximum rows that a call may read from tables of any size. */
const fewRows = 200;

const ana = randomUUID();
const now = new Date('2026-05-01T12:00:00Z');
const base = { imports: {}, integrity: {}, rollouts: {}, entries: {} };

let server: PostgresDatabase & ReturnType<typeof openExplained>;
let database: (typeof server)['database'];
beforeAll(async () => {
  const created = await createPostgresDatabase();
  server = { ...created, ...openExplained(created.url) };
  database = server.database;
  await migrate(database);
  await fill();
});
afterAll(async () => {
  await server.pool.end();
  await server.drop();
});

/**
 * Many users with a session and a push token each, one user with many notifications, and many versions of few modules.
 */
async function fill(): Promise<void> {
  await server.pool.query(`
    insert into users (id, email, name, created_at)
      select gen_random_uuid(), 'user' || n || '@acme.test', 'User', now() from generate_series(2, ${rows}) n;
    insert into users (id, email, name, created_at) values ('${ana}', 'ana@acme.test', 'Ana', now());
    insert into sessions (id, user_id, created_at, last_used_at, expires_at, user_agent, ip, ended_at)
      select gen_random_uuid(), id, now(), now(), now() + interval '90 days', '', '',
        case when random() < 0.9 then now() end from users;
    insert into push_tokens (hash, token, user_id, session_id, registered_at)
      select id::text, id::text, user_id, id, '2026-05-01' from sessions;
    insert into notifications (module, title, body, created_at)
      select 'smsa', 'Title', 'Body', '2026-05-01' from generate_series(1, ${rows});
    insert into notification_recipients (user_id, notification_id) select '${ana}', id from notifications;
    insert into tenants (key, name) values ('acme', 'Acme');
    insert into apps (tenant, module, name) values ('acme', 'smsa', 'SMSA');
    insert into app_grants (user_id, tenant, module) values ('${ana}', 'acme', 'smsa');
    insert into tenant_members (tenant, user_id) select 'acme', id from users on conflict do nothing;
    insert into apps (tenant, module, name) select 'acme', 'app' || n, 'App ' || n from generate_series(1, 60) n;
    insert into app_grants (user_id, tenant, module)
      select id, 'acme', 'app' || 1 + n % 20 from (select id, row_number() over () n from users) u on conflict do nothing;
    insert into groups (id, tenant, name) select gen_random_uuid(), 'acme', 'Group ' || n from generate_series(1, 60) n;
    insert into group_members (group_id, tenant, user_id) select g.id, 'acme', u.id from groups g, users u
      where g.name = 'Group 1';
    insert into group_apps (group_id, tenant, module) select g.id, 'acme', a.module from groups g, apps a;
    insert into sign_in_providers (id, tenant, name, issuer, client_id, client_secret)
      values ('${ana}', 'acme', 'Provider', 'https://id.acme.test', 'portal', '');
    insert into claim_mappings (id, tenant, claim, value, module)
      select gen_random_uuid(), 'acme', 'groups', n, 'app' || 1 + n % 60 from generate_series(1, 3000) n;
    insert into claim_matches (mapping_id, provider_id, tenant, user_id)
      select m.id, '${ana}', 'acme', u.id from claim_mappings m, users u where m.value = '6';
    insert into directory_users (tenant, user_id, external_id, user_name, changed_at)
      select 'acme', id, 'external ' || email, 'Name of ' || email, now() from users where email like 'user1%';
    insert into announcements (id, tenant, module, delivery, kind, texts, begins_at, ends_at)
      select gen_random_uuid(), 'acme', null, 'banner', 'warning', '{}', ends_at - interval '1 hour', ends_at
      from (select timestamptz '2026-05-01T12:30:00Z' - n * interval '1 hour' as ends_at from generate_series(0, 1000) n) e;
    insert into module_versions (module, version, address, integrity, fingerprint, created_at)
      select 'module' || n % 500, 'v' || n, a, jsonb_build_object(a, 'sha384-' || n, a || '.chunk.js', 'sha384-' || n), n, now()
      from generate_series(1, ${rows}) n, lateral (select 'https://modules.acme.test/' || n || '/app.js' as a) as address;
    insert into live_modules (module, state)
      select 'module' || n, jsonb_build_object('version', 'v' || n, 'earlierVersions', jsonb_build_array('v' || n + 500),
        'since', null, 'rolloutSince', null, 'canary', null, 'isRemoved', false)
      from generate_series(0, 499) n;
    insert into map_changes (revision, at, by, module, action, reason)
      select n, now(), 'team', 'module' || n % 500, 'publish', '' from generate_series(1, ${rows}) n;
    update live_map set revision = ${rows};
  `);
  await server.pool.query('analyze');
}

/** Returns the queries of the work that scan a table or read many rows. */
async function findScans(work: () => Promise<unknown>): Promise<string[]> {
  const explained = await server.explainQueries(work);
  expect(explained.length).toBeGreaterThan(0);
  return explained.flatMap(({ nodes, query }) => {
    const read = nodes.reduce((sum, node) => sum + countRead(node), 0);
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > 1);
    return [
      ...scanned.map((node) => `${node['Relation Name']}: ${query}`),
      ...(read > fewRows ? [`${read} rows: ${query}`] : []),
    ];
  });
}

function countRead(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

test('a scan is found', async () => {
  const [scan] = await findScans(() => database.execute(sql`select count(*) from sessions where ip = '1'`));
  expect(scan).toMatch(/^(sessions|\d+ rows): /);
});

test.each<[string, () => Promise<unknown>]>([
  ['deleting stale push tokens', () => deleteStalePushTokens(database, computeCutoff(60, now))],
  ['whether a user may use an application', () => mayUseApp(database, { userId: ana, tenant: 'acme', module: 'app7' })],
  ['the tenants of a grant', () => listTenantsOfGrants(database, ana, 'app7')],
  ['the current banners', () => listBanners({ database, now: () => now, sign: () => '' }, ana, 'acme')],
])('reads few rows: %s', async (_name, work) => {
  expect(await findScans(work)).toEqual([]);
});

test('the check for addresses of others reads only versions at the same addresses', async () => {
  const address = 'https://modules.acme.test/new/app.js';
  const files = Array.from({ length: 100 }, (_, number) => `https://modules.acme.test/new/${number}.js`);
  const integrity = Object.fromEntries(files.map((file) => [file, 'sha384-']));
  const parts = { policy: {}, preloads: [], entry: {}, files: [], warnings: [], fingerprint: '' };
  const version = { module: 'module1', version: 'new', address, integrity, ...parts };
  expect(await findScans(() => requireUnchangedAddresses(database, version, base))).toEqual([]);
  const folders = ['https://modules.acme.test/new/', 'https://modules.acme.test/'];
  expect(await findScans(() => listNeighbours(database, version, folders))).toEqual([]);
});

test('after a change, only the changed modules are read', async () => {
  const map = createLiveImportMap(
    database,
    () => now,
    24,
    async () => base,
  );
  await map.getMap({});
  await server.pool.query(`
    insert into map_changes (revision, at, by, module, action, reason)
      values (${rows + 1}, now(), 'team', 'module7', 'publish', '');
    update live_modules set state = state || '{"version": "v1007"}' where module = 'module7';
    update live_map set revision = ${rows + 1}`);
  expect(await findScans(() => map.getMap({}))).toEqual([]);
  const { importMap } = await map.getMap({});
  expect(importMap.imports['@module/module7']).toBe('https://modules.acme.test/1007/app.js');
  expect(importMap.imports['@module/module8']).toBe('https://modules.acme.test/8/app.js');
});

test('a page of stored versions reads the versions of one module, and the files of that page', async () => {
  const query = v.parse(versionQuerySchema, { limit: '4' });
  expect((await listVersions(database, 'module1', query)).items).toHaveLength(4);
  expect(await findScans(() => listVersions(database, 'module1', query))).toEqual([]);
});

test('the revisions of all modules are read without their histories', async () => {
  expect((await listRevisions(database)).size).toBe(500);
  const [{ nodes = [] } = {}] = await server.explainQueries(() => listRevisions(database));
  const read = nodes.filter((node) => node['Relation Name'] === 'map_changes');
  expect(read.map((node) => node['Actual Rows'] * node['Actual Loops'])).toEqual([500]);
});

test.each([
  'userName eq "name of user17@acme.test"',
  'userName eq "user27@acme.test"',
  'externalId eq "external user17@acme.test" and active eq true',
  'emails[type eq "work"].value eq "user27@acme.test"',
])('a directory finds a user by the filter %s without reading others', async (filter) => {
  const condition = parseFilter(filter, createUserFilters('acme'));
  expect(await countDirectoryUsers(database, 'acme', condition)).toBe(1);
  expect(await findScans(() => listDirectoryUsers(database, 'acme', condition, { limit: 100, offset: 0 }))).toEqual([]);
  expect(await findScans(() => countDirectoryUsers(database, 'acme', condition))).toEqual([]);
});

test.each(['', 'user29'])(
  'a page of the grid reads the members once, and grants of that page (search: %s)',
  async (search) => {
    const list = () => listAccess(database, 'acme', { search, after: '', limit: 100 });
    expect((await list()).items).toHaveLength(100);
    const [{ nodes = [] } = {}, ...others] = await server.explainQueries(list);
    expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThanOrEqual(rows);
    // The mappings, groups and providers of tenants are few, and may be read whole.
    const isScan = (node: PlanNode) => node['Node Type'] === 'Seq Scan' && countRead(node) >= rows;
    expect(others.flatMap((other) => other.nodes).filter(isScan)).toEqual([]);
  },
);

test('a page of roles reads the users of roles only', async () => {
  await server.pool.query(`
    insert into user_roles (user_id, role, tenant, modules, granted_at)
      select id, 'auditor', 'acme', '[]', now() from users limit 30;
    analyze user_roles`);
  const list = () => listRolePage(database, { search: '', after: '', limit: 10 }, 'acme');
  expect((await list()).items).toHaveLength(10);
  const [{ nodes = [] } = {}] = await server.explainQueries(list);
  expect(nodes.filter((node) => node['Relation Name'] === 'users' && node['Node Type'] === 'Seq Scan')).toEqual([]);
});

test.each([undefined, false])('a page of a user’s notifications reads only that page (read: %s)', async (isRead) => {
  expect(await findScans(() => listNotifications(database, ana, { offset: 0, limit: 10, isRead }))).toEqual([]);
});

test('counting and marking notifications reads no row of them', async () => {
  expect(await countNotifications(database, ana)).toEqual({ total: rows, unread: rows });
  expect(await findScans(() => countNotifications(database, ana))).toEqual([]);
  expect(await findScans(() => markRead(database, ana, [1, 2, rows + 1], now))).toEqual([]);
  expect(await findScans(() => markAllRead(database, ana))).toEqual([]);
  expect(await countNotifications(database, ana)).toEqual({ total: rows, unread: 0 });
});

test('sending a notification reads only its recipients', async () => {
  const request = { emails: ['ana@acme.test'], title: 'New', body: '' };
  const send = () => storeNotification(database, { module: 'smsa', request, idempotencyKey: null }, now);
  expect(await findScans(send)).toEqual([]);
  expect(await countNotifications(database, ana)).toEqual({ total: rows + 1, unread: 1 });
});

describe('with 10,000 failures of 500 modules', () => {
  beforeAll(async () => {
    await server.pool.query(`
      insert into failures (id, module, version, digest, kind, name, message, stack, people, times, first_at, last_at,
          tenants, browsers)
        select gen_random_uuid(), 'module' || n % 500, '1.0.0', n::text, 'crash', 'Error', 'Message ' || n, '[]', n, n,
          now(), now(), '["acme"]', '["Chrome"]'
        from generate_series(1, 10000) n;
      insert into failure_people (failure_id, user_id, tenant, browser, times, first_at, last_at)
        select f.id, u.id, 'tenant' || u.row % 20, 'Chrome', 1, now(), now() from failures f
        join (select id, row_number() over () as row from users limit 1000) u on u.row % 100 = f.people % 100;
      analyze failures, failure_people`);
  });

  test('a page of them reads no row of people, and with a tenant only those of that tenant', async () => {
    const countRead = async (filter: object) => {
      const query = v.parse(failureQuerySchema, { limit: '10', ...filter });
      const list = () => listFailures(database, undefined, query);
      expect((await list()).items).toHaveLength(10);
      const [{ nodes = [] } = {}] = await server.explainQueries(list);
      const scans = nodes.filter((node) => node['Relation Name'] === 'failure_people');
      return scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0);
    };
    expect(await countRead({})).toBe(0);
    expect(await countRead({ module: 'module7', search: 'message', sort: '-last_at' })).toBe(0);
    expect(await countRead({ tenant: 'tenant3' })).toBe(5_000);
  });
});

describe('with 100,000 records in the audit log', () => {
  beforeAll(async () => {
    await server.pool.query(`
      insert into audit_records (at, action, actor, actor_id, user_id, tenant, details)
        select now() - n * interval '1 second', (array['sign-in', 'operator-read', 'access-granted'])[1 + n % 3],
          case when n % 2 = 0 then 'user' else 'operator' end, case when n % 2 = 0 then u.id end, u.id,
          'tenant' || n % 50, '{}'
        from generate_series(1, 100000) n
        join (select id, row_number() over () as row from users) u on u.row = 1 + n % 1000;
      insert into audit_records (at, action, actor, actor_id, user_id, tenant, details)
        select now() - n * interval '1 hour', 'role-granted', 'user', '${ana}', '${ana}', 'acme', '{}'
        from generate_series(1, 15) n;
      analyze audit_records`);
  });

  test.each([
    ['no filter', {}],
    ['a user', { user: 'ana@acme.test' }],
    ['an actor', { actor: 'ana@acme.test' }],
    ['a kind of actor', { actor: 'operator' }],
    ['an action', { action: 'role-granted' }],
    ['an action that was never recorded', { action: 'backup-made' }],
    ['a tenant', { tenant: 'acme' }],
    ['a tenant and a user', { tenant: 'acme', user: 'ana@acme.test' }],
    ['reads', { reads: 'true' }],
    ['a time', { since: '2000-01-01T00:00:00Z', until: new Date().toISOString() }],
  ])('a page of it by %s reads only few records', async (_name, filter) => {
    for (const newest of ['true', 'false']) {
      const query = v.parse(auditQuerySchema, { ...filter, newest, limit: '10' });
      expect(await findScans(() => listAuditRecords(database, query))).toEqual([]);
    }
  });
});
