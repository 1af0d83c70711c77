import { auditRecordListSchema } from '@portico/contract/administration';
import { moduleStatusSchema } from '@portico/contract/publishing';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { appGrants } from '../../identity/access-tables';
import { users as userTable } from '../../identity/account-tables';
import { findCohort } from '../../identity/sessions/cohort';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';
import { isInAudience } from '../live-map/resolve-module';
import { rolloutOutcomes, versionVitals } from '../tables';
import { findBand } from '../vitals/vital-bands';

const server = testServer();
const calls = publishingCalls(server);
const plan = '5%/10m,25%/1h,100%';
let token: string;

const prepareToken = async (module: string) => {
  ({ token } = await calls.createToken(module));
};

/** Makes a module with a live version and users who may use it. */
async function prepare(module: string, count: number): Promise<string[]> {
  await prepareToken(module);
  await server.operate('PUT', `tenants/smsa/apps/${module}`, { name: module, new: true });
  await calls.published(token, module, 'first', { version: 'first' });
  return addUsers(module, count);
}

const createId = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
let added = 0;

async function addUsers(module: string, count: number): Promise<string[]> {
  if (count === 0) return [];
  // The same users in each run, because their ids decide which share they belong to.
  const ids = Array.from({ length: count }, (_, at) => createId(added + at));
  added += count;
  const now = server.now();
  await server.database
    .insert(userTable)
    .values(ids.map((id) => ({ id, email: `${id}@acme.test`, name: 'User', createdAt: now })));
  await server.database.insert(appGrants).values(ids.map((userId) => ({ userId, tenant: 'smsa', module })));
  return ids;
}

let signedIn = 0;

/** Adds users who may use a module and are among 99 % of its users, and returns their access tokens. */
async function signIn(module: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    signedIn += 1;
    const [email, password] = [`user${signedIn}@rollouts.test`, 'portico-demo'];
    await server.operate('POST', 'users', { email, name: 'User', password, tenant: 'smsa' });
    await server.operate('PUT', `tenants/smsa/apps/${module}/users/${email}`, {});
    const { token: user } = await server.signIn(email);
    const [row] = await server.database.select().from(userTable).where(eq(userTable.email, email));
    if (isInAudience({ percent: 99 }, module, { cohort: findCohort(row?.id ?? '') })) tokens.push(user);
  }
  return tokens;
}

/** Stores the outcomes of users as the server does. */
const store = (module: string, version: string, ids: readonly string[], hasFailed = false) =>
  server.database
    .insert(rolloutOutcomes)
    .values(ids.map((userId) => ({ module, version, userId, hasFailed, detail: '', at: server.now() })));

const read = async (module: string) => {
  const response = await server.call('GET', `/api/publishing/modules?module=${module}`, { token });
  return v.parse(v.tuple([moduleStatusSchema]), await response.json())[0];
};

/** Waits until the server has changed the rollout of a module. */
const waitUntil = (module: string, isDone: (status: Awaited<ReturnType<typeof read>>) => boolean) =>
  waitFor(async () => {
    const status = await read(module);
    return isDone(status) ? status : undefined;
  });

const getPercent = ({ canary }: Awaited<ReturnType<typeof read>>) =>
  canary && 'percent' in canary.audience ? canary.audience.percent : undefined;

const publish = (module: string, options: object = {}) =>
  calls.published(token, module, 'second', { version: 'second', rollout: plan, ...options });

/** The actions of the audit log about a module that the server did by itself. */
const readActionsOfPortal = async (module: string) => {
  const response = await server.operate('GET', 'audit?actor=portal&newest=true');
  const records = v.parse(auditRecordListSchema, await response.json());
  return records.filter(({ target }) => target === module).map(({ action }) => action);
};

test('a rollout widens by its plan, and says who, how many users and what comes next', async () => {
  const ids = await prepare('widens', 400);
  const started = await publish('widens', { reason: 'New search' });
  expect(started).toMatchObject({ version: 'first', users: 400, outcomes: { mounted: 0, failed: 0 } });
  expect(started.canary).toMatchObject({
    version: 'second',
    audience: { percent: 5 },
    outcomes: { mounted: 0, failed: 0 },
    plan: { step: 0, steps: [{ percent: 5, seconds: 600 }, { percent: 25, seconds: 3600 }, { percent: 100 }] },
  });
  expect(started.canary?.by).toBe(started.by);
  const inFirst = started.canary?.users ?? 0;
  expect(inFirst).toBeGreaterThan(5);
  expect(inFirst).toBeLessThan(40);

  // Too few users have loaded it.
  server.passSeconds(601);
  const held = await waitUntil('widens', ({ canary }) => canary?.plan?.held !== undefined);
  expect(held.canary?.plan?.held).toMatchObject({
    by: 'portal',
    reason: expect.stringMatching(/^Fewer than \d+ of its \d+ users loaded it$/),
  });
  await store('widens', 'second', ids.slice(0, 50));
  const widened = await waitUntil('widens', (status) => getPercent(status) === 25);
  expect(widened.canary).toMatchObject({
    since: started.canary?.since,
    outcomes: { mounted: 50, failed: 0 },
    plan: { step: 1 },
  });
  expect(widened.canary?.plan?.held).toBeUndefined();
  expect(await calls.history(token, '?module=widens&limit=1')).toMatchObject([
    {
      action: 'canary',
      by: 'portico',
      audience: { percent: 25 },
      reason: 'It failed for 0 of 50 users, the live version for 0 of 0',
    },
  ]);

  server.passSeconds(3601);
  const done = await waitUntil('widens', ({ version }) => version === 'second');
  expect(done).toMatchObject({ canary: null, in_rollout: true, by: 'portico', outcomes: { mounted: 50 } });
  expect(await readActionsOfPortal('widens')).toEqual(['promote', 'canary', 'rollout-held']);
});

test('a version that fails for few users of a plan is rolled back as soon as they report it', async () => {
  const ids = await prepare('fails', 0);
  expect(ids).toEqual([]);
  const users = await signIn('fails', 3);
  await publish('fails', { rollout: '99%/10m,100%' });
  const others = await addUsers('fails', 30);
  await store('fails', 'second', others.slice(0, 25));
  await store('fails', 'first', others.slice(25));
  const fail = async (user: string) =>
    expect((await calls.outcome(user, 'fails', 'second', 'failed')).status).toBe(204);
  for (const user of users.slice(0, 2)) await fail(user);
  expect(await read('fails')).toMatchObject({
    canary: { version: 'second', outcomes: { mounted: 25, failed: 2 } },
    outcomes: { mounted: 5, failed: 0 },
  });
  for (const user of users.slice(2)) await fail(user);
  const reason = 'It failed for 3 of 28 users, the live version for 0 of 5';
  const { canary, rolled_back } = await read('fails');
  expect(canary).toBeNull();
  expect(rolled_back).toMatchObject({ version: 'second', reason });
  expect(await readActionsOfPortal('fails')).toEqual(['automatic-rollback']);
  expect((await calls.published(token, 'fails', 'third', { version: 'third' })).rolled_back).toBeUndefined();
});

test('outcomes of the live version are recorded while a canary is compared with it', async () => {
  await prepare('compared', 0);
  const [user = ''] = await signIn('compared', 1);
  server.passSeconds(25 * 3600);
  const [fresh = ''] = await signIn('compared', 1);
  expect(user).not.toBe(fresh);
  await calls.outcome(fresh, 'compared', 'first', 'mounted');
  const none = { mounted: 0, failed: 0 };
  const byHand = { rollout: undefined, audience: { percent: 1 } };
  expect(await publish('compared', byHand)).toMatchObject({ outcomes: none, canary: { outcomes: none } });
  await calls.outcome(fresh, 'compared', 'first', 'mounted');
  expect(await read('compared')).toMatchObject({ outcomes: { mounted: 1, failed: 0 } });
});

test('a plan in doubt, or beside another live version, is held', async () => {
  const ids = await prepare('doubt', 4);
  await publish('doubt', { rollout: '99%/1m,100%' });
  await store('doubt', 'second', ids.slice(0, 3));
  await store('doubt', 'second', ids.slice(3), true);
  server.passSeconds(61);
  const held = await waitUntil('doubt', ({ canary }) => canary?.plan?.held !== undefined);
  expect(held.canary?.plan?.held).toMatchObject({
    by: 'portal',
    reason: 'It may fail more often than the live version',
  });
  await calls.published(token, 'doubt', 'third', { version: 'third' });
  const reason = 'Another version is live than at its start';
  await waitUntil('doubt', ({ canary }) => canary?.plan?.held?.reason === reason);
  expect(await readActionsOfPortal('doubt')).toEqual(['rollout-held', 'rollout-held']);
});

test('a plan whose version has worse web vitals than the live one is held', async () => {
  const ids = await prepare('slow', 4);
  await publish('slow', { rollout: '99%/1m,100%' });
  await store('slow', 'second', ids);
  const visit = { module: 'slow', name: 'LCP', visits: 50, at: server.now() } as const;
  await server.database.insert(versionVitals).values([
    { ...visit, version: 'first', band: findBand('LCP', 1800) },
    { ...visit, version: 'second', band: findBand('LCP', 4500) },
  ]);
  server.passSeconds(61);
  const { canary } = await waitUntil('slow', (status) => status.canary?.plan?.held !== undefined);
  expect(canary?.plan?.held?.reason).toBe('Its LCP is worse than that of the live version');
});

test('a share that is nobody widens after its time, because nobody can load it', async () => {
  await prepare('small', 4);
  const [inFirst, inSecond] = [await publish('small', { rollout: '1%/1m,2%/1h,100%' }), 2];
  expect(inFirst.canary).toMatchObject({ users: 0, audience: { percent: 1 } });
  expect(inFirst.users).toBe(4);
  server.passSeconds(61);
  await waitUntil('small', (status) => getPercent(status) === inSecond);
});

test('a publisher holds, continues, widens and ends a plan, which never undoes it', async () => {
  await prepare('by-hand', 0);
  await publish('by-hand', { rollout: '5%/1m,25%/1m,50%' });
  const held = await calls.changed(token, 'by-hand', 'hold', { reason: 'Lunch' });
  expect(held.canary?.plan?.held).toMatchObject({ by: 'person', reason: 'Lunch' });
  server.passSeconds(61);
  // The other module is due too: the server has checked both.
  await prepare('other', 0);
  await publish('other', { rollout: '1%/1m,2%/1h,100%' });
  server.passSeconds(61);
  await waitUntil('other', (status) => getPercent(status) === 2);
  await prepareToken('by-hand');
  expect(getPercent(await read('by-hand'))).toBe(5);
  const continued = await calls.changed(token, 'by-hand', 'continue');
  expect(continued.canary?.plan?.held).toBeUndefined();
  await waitUntil('by-hand', (status) => getPercent(status) === 25);

  const widened = await calls.changed(token, 'by-hand', 'widen');
  expect(widened.canary).toMatchObject({ audience: { percent: 50 }, plan: { step: 2 } });
  expect(widened.canary?.plan?.next_at).toBeUndefined();
  for (const action of ['widen', 'hold', 'continue'])
    expect(await readError(await calls.post(token, 'by-hand', action))).toBe('409 no-plan');
  const byHand = await calls.changed(token, 'by-hand', 'versions/second/publish', { audience: { percent: 60 } });
  expect(byHand.canary?.plan).toBeUndefined();
  expect(getPercent(byHand)).toBe(60);
});

test('plans that cannot be followed are refused', async () => {
  await prepare('refused', 0);
  const start = async (body: object, version = 'first') =>
    readError(await calls.post(token, 'refused', `versions/${version}/publish`, body));
  expect(await start({ rollout: '25%/1m,5%/1h,100%' })).toBe('400 plan-falling');
  expect(await start({ rollout: '5%,100%' })).toBe('400 plan-without-time');
  expect(await start({ rollout: 'soon' })).toBe('400 plan-malformed');
  expect(await start({ rollout: `${'5%/1m,'.repeat(10)}100%` })).toBe('400 plan-too-long');
  expect(await start({ rollout: plan, audience: { percent: 5 } })).toBe('400 invalid-request');
  expect(await start({ rollout: plan }, 'unknown')).toBe('404 version-unknown');
  expect(await readError(await calls.publish(token, 'refused', builtModule('x'), { rollout: 'soon' }))).toBe(
    '400 plan-malformed',
  );
  const { token: fresh } = await calls.createToken('first-of-all');
  const first = await calls.publish(fresh, 'first-of-all', builtModule('x'), { rollout: plan });
  expect(await readError(first)).toBe('409 plan-incomparable');
});

test('only those who may publish a module see its figures', async () => {
  await prepare('private', 4);
  await publish('private');
  const { token: foreign } = await calls.createToken('foreign');
  const find = async (credential: string) =>
    (await calls.modules(credential)).find(({ module }) => module === 'private');
  expect(await find(token)).toMatchObject({ users: 4, by: expect.any(String) });
  const seen = await find(foreign);
  expect(seen).toMatchObject({ version: 'first', canary: { version: 'second' } });
  for (const name of ['users', 'outcomes', 'by']) {
    expect(seen).not.toHaveProperty(name);
    expect(seen?.canary).not.toHaveProperty(name);
  }
});
