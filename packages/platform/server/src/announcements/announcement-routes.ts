import { randomUUID } from 'node:crypto';
import { formatChannelMessage, importMapTopic, tenantKeySchema } from '@portico/contract';
import {
  type Announcement,
  type AnnouncementChange,
  type AnnouncementQuery,
  announcementChangeSchema,
  announcementPageSchema,
  announcementQuerySchema,
  announcementSchema,
  newAnnouncementSchema,
} from '@portico/contract/administration';
import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { requireApps } from '../access/access-routes';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { addMilliseconds } from '../database/database-clock';
import { ApiError } from '../http/api-error';
import { requirePublished } from '../http/find-nearest';
import { cutPage, sortByTime } from '../http/list-page';
import { byIdSchema, parseId } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { getTenantChannel } from '../identity/accounts/tenant-channel';
import { lockTenant } from '../identity/accounts/tenant-repository';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { announcements } from '../identity/tenant-tables';
import { sendDueAnnouncements } from './send-announcements';

type Row = typeof announcements.$inferSelect;

const byTenantSchema = v.object({ tenant: v.optional(tenantKeySchema) });
const byAnnouncementSchema = v.object({ ...byTenantSchema.entries, ...byIdSchema.entries });
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Maximum number of announcements of a tenant, and of the whole portal, that are not over. */
export const openAnnouncementsMax = 50;

/** The longest time between begin and end, in days. */
const announcementDaysMax = 366;

/** Registers the announcements of a tenant, and those for all tenants, which only operators may read and change. */
export function registerAnnouncementRoutes(app: ApiScope, services: Services): void {
  registerRoutesBelow('/announcements', app, services);
  registerRoutesBelow('/tenants/:tenant/announcements', app, services);
}

function registerRoutesBelow(base: string, app: ApiScope, services: Services): void {
  const { database, listModules, now, realtime, sign } = services;
  const addOperation = createOperationRoutes(app, services);
  const isOfTenant = base.startsWith('/tenants');
  const read = isOfTenant ? ({ permission: 'announcements.read' } as const) : {};
  const manage = isOfTenant ? ({ permission: 'announcements.manage' } as const) : {};

  app.get(
    base,
    {
      config: read,
      schema: {
        params: byTenantSchema,
        querystring: announcementQuerySchema,
        response: { 200: announcementPageSchema },
      },
    },
    async ({ params, query }) => listAnnouncements(database, await requireOwner(database, params), query, now()),
  );

  app.get(
    `${base}/:id`,
    { config: read, schema: { params: byAnnouncementSchema, response: { 200: announcementSchema } } },
    async (request) => {
      const id = parseId(request, 'announcement-unknown');
      const [row] = await selectAnnouncement(database, await requireOwner(database, request.params), id);
      if (row === undefined) throw new ApiError(404, 'announcement-unknown');
      return toAnnouncement(row, now());
    },
  );

  /** Returns the record of a change, and the work after it: informs the readers' browsers, and sends due notifications. */
  const conclude = (row: Row) => ({
    tenant: row.tenant ?? undefined,
    target: (row.texts.pt ?? row.texts.en)?.title ?? '',
    afterwards: async () => {
      const channel = row.tenant === null ? '' : getTenantChannel(sign, 'announcements', row.tenant);
      realtime.publish(importMapTopic, formatChannelMessage(channel));
      await sendDueAnnouncements(services);
    },
  });

  const requireModule = async (tx: Executor, tenant: string | null, module: string | null | undefined) => {
    if (module === null || module === undefined) return;
    if (tenant === null) requirePublished(module, await listModules(tx));
    else await requireApps(tx, tenant, [module]);
  };

  addOperation(
    'POST',
    base,
    { ...manage, params: byTenantSchema, body: newAnnouncementSchema, answer: announcementSchema },
    async (tx, { body, params }) => {
      const tenant = await requireOwner(tx, params);
      const { begins_at, ends_at, ...content } = body;
      await requireModule(tx, tenant, content.module);
      const open = and(isOf(tenant), matchesOpen(now()));
      if ((await tx.$count(announcements, open)) >= openAnnouncementsMax) throw new ApiError(409, 'announcements-full');
      const beginsAt = begins_at === undefined ? now() : new Date(begins_at);
      const isBanner = content.delivery === 'banner';
      const endsAt = ends_at === undefined ? beginsAt : new Date(ends_at);
      if (isBanner === (ends_at === undefined)) throw createTimesError();
      if (isBanner) requireTimes(beginsAt, endsAt);
      const row = { id: randomUUID(), tenant, ...content, beginsAt, endsAt };
      const [added] = await tx.insert(announcements).values(row).returning();
      if (added === undefined) throw new Error('The announcement was not stored.');
      return { action: 'announcement-added', answer: toAnnouncement(added, now()), ...conclude(added) };
    },
  );

  addOperation(
    'PATCH',
    `${base}/:id`,
    { ...manage, params: byAnnouncementSchema, body: announcementChangeSchema, answer: announcementSchema },
    async (tx, request) => {
      const row = await lockAnnouncement(tx, request);
      const { begins_at, edition, ends_at, ...content } = request.body;
      if (edition !== undefined && edition !== row.edition) throw new ApiError(409, 'announcement-changed');
      await requireModule(tx, row.tenant, content.module);
      const times = changeTimes(row, { begins_at, ends_at }, now());
      const [changed = row] = await tx
        .update(announcements)
        .set({ ...content, ...times, edition: row.edition + 1 })
        .where(eq(announcements.id, row.id))
        .returning();
      return {
        action: 'announcement-changed',
        ...(ends_at === 'now' && { details: { ended: true } }),
        answer: toAnnouncement(changed, now()),
        ...conclude(changed),
      };
    },
  );

  addOperation('DELETE', `${base}/:id`, { ...manage, params: byAnnouncementSchema }, async (tx, request) => {
    const row = await lockAnnouncement(tx, request);
    await tx.delete(announcements).where(eq(announcements.id, row.id));
    return { action: 'announcement-removed', ...conclude(row) };
  });
}

type Params = v.InferOutput<typeof byAnnouncementSchema>;

/** Returns the tenant of an address, which then exists until the transaction ends; `null` for announcements to all. */
async function requireOwner(tx: Executor, { tenant }: v.InferOutput<typeof byTenantSchema>): Promise<string | null> {
  if (tenant !== undefined) await lockTenant(tx, tenant);
  return tenant ?? null;
}

/** Finds an announcement of a tenant, or one for all, which then changes only by this transaction. */
async function lockAnnouncement(tx: Executor, request: FastifyRequest<{ Params: Params }>): Promise<Row> {
  const tenant = await requireOwner(tx, request.params);
  const [row] = await selectAnnouncement(tx, tenant, parseId(request, 'announcement-unknown')).for('update');
  if (row === undefined) throw new ApiError(404, 'announcement-unknown');
  return row;
}

function selectAnnouncement(executor: Executor, tenant: string | null, id: string) {
  return executor
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isOf(tenant)));
}

function isOf(tenant: string | null): SQL {
  return tenant === null ? isNull(announcements.tenant) : eq(announcements.tenant, tenant);
}

/** Matches what is planned or now: a banner until its end, a notification until all its readers have it. */
function matchesOpen(at: Date): SQL | undefined {
  const { delivery, endsAt, notifiedAt } = announcements;
  return or(gt(endsAt, at), and(eq(delivery, 'notification'), isNull(notifiedAt)));
}

function matchesState(state: AnnouncementQuery['state'], at: Date): SQL | undefined {
  const { beginsAt, delivery, endsAt, notifiedAt } = announcements;
  if (state === undefined) return undefined;
  if (state === 'planned') return gt(beginsAt, at);
  if (state === 'now') return and(lte(beginsAt, at), matchesOpen(at));
  return and(lte(endsAt, at), or(eq(delivery, 'banner'), isNotNull(notifiedAt)));
}

/** Lists a page of the announcements of a tenant, or of those for all, the latest begin first. */
export async function listAnnouncements(
  database: Executor,
  tenant: string | null,
  { after, limit, state }: AnnouncementQuery,
  at: Date,
): Promise<v.InferOutput<typeof announcementPageSchema>> {
  const { beginsAt, id } = announcements;
  const { matchAfter, sorting } = sortByTime(beginsAt, sql`${id}::text`, 'newest first');
  const rows = await database
    .select()
    .from(announcements)
    .where(and(isOf(tenant), matchesState(state, at), matchAfter(after)))
    .orderBy(...sorting)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, ({ beginsAt, id }) => [beginsAt, id]);
  return { items: items.map((row) => toAnnouncement(row, at)), next };
}

/** @throws ApiError 409 for a notification that has begun: its readers keep it */
function changeTimes(
  row: Row,
  { begins_at, ends_at }: Pick<AnnouncementChange, 'begins_at' | 'ends_at'>,
  at: Date,
): Pick<Row, 'beginsAt' | 'endsAt'> {
  const beginsAt = begins_at === undefined ? row.beginsAt : new Date(begins_at);
  if (row.delivery === 'notification') {
    if (row.beginsAt <= at) throw new ApiError(409, 'announcement-sent');
    if (ends_at !== undefined) throw createTimesError();
    return { beginsAt, endsAt: beginsAt };
  }
  // One that has not begun ends without a begin.
  if (ends_at === 'now') return { beginsAt: getEarlier(row.beginsAt, at), endsAt: getEarlier(row.endsAt, at) };
  const endsAt = ends_at === undefined ? row.endsAt : new Date(ends_at);
  requireTimes(beginsAt, endsAt);
  return { beginsAt, endsAt };
}

function getEarlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function requireTimes(beginsAt: Date, endsAt: Date): void {
  const latest = addMilliseconds(beginsAt, announcementDaysMax * dayMilliseconds);
  if (endsAt <= beginsAt || endsAt > latest) throw createTimesError();
}

function createTimesError(): ApiError {
  return new ApiError(400, 'announcement-times', { values: { days: String(announcementDaysMax) } });
}

function toAnnouncement(row: Row, at: Date): Announcement {
  const { beginsAt, delivery, edition, endsAt, id, kind, module, notifiedAt, texts } = row;
  const isOver = delivery === 'banner' ? endsAt <= at : notifiedAt !== null;
  return {
    id,
    edition,
    state: beginsAt > at ? 'planned' : isOver ? 'over' : 'now',
    delivery,
    kind,
    texts,
    module,
    begins_at: beginsAt.toISOString(),
    ends_at: delivery === 'banner' ? endsAt.toISOString() : null,
  };
}
