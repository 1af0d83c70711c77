import { randomUUID } from 'node:crypto';
import { listQuerySchema, tenantKeySchema } from '@portico/contract';
import {
  accessAnswerSchema,
  accessRequestPageSchema,
  newAccessRequestSchema,
  type OwnAccessRequest,
} from '@portico/contract/administration';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../create-services';
import type { Executor } from '../database/database';
import { addMilliseconds } from '../database/database-clock';
import { ApiError } from '../http/api-error';
import { cutPage, sortByTime } from '../http/list-page';
import { negotiateLocale } from '../http/negotiation';
import { byTenantSchema, parse, uuidSchema } from '../http/parse';
import type { ApiScope } from '../http/route-schemas';
import { getTexts } from '../i18n/i18n';
import { accessRequests, apps } from '../identity/access-tables';
import { users } from '../identity/account-tables';
import { grantApp, mayUseApp } from '../identity/accounts/app-repository';
import { findMailTenant } from '../identity/accounts/tenant-repository';
import type { User } from '../identity/accounts/user-repository';
import { readCallOrigin, recordAudit, recordCall } from '../identity/audit/audit-log';
import { createOperationRoutes } from '../identity/audit/operator-audit';
import { sessions } from '../identity/session-tables';
import { authenticateApp, requirePortalToken } from '../identity/sessions/authenticate';
import { lifetimes } from '../identity/sessions/lifetimes';
import { notifyUsers } from '../messaging/notifications/send-routes';
import { requireApps } from './access-routes';
import { lockMembers } from './members';

/** The calls of users who ask for access, and read what they have asked. Asked twice is one request, with the latest reason. */
export function registerOwnRequestRoutes(app: FastifyInstance, services: Services): void {
  const { database, now, throttle } = services;

  app.post('/tenants/:tenant/access-requests', async (request, reply) => {
    const { tenant } = parse(byTenantSchema, request.params);
    const user = await findCaller(request, tenant);
    const { module = '', reason } = parse(newAccessRequestSchema, request.body ?? {});
    await throttle.count(database, [['accessRequestsOfAccount', user.email]]);
    const asked = await database.transaction(async (tx) => {
      // The user may have been removed since the session was read.
      if ((await lockMembers(tx, tenant, [user.email])).size === 0) throw new ApiError(404, 'tenant-unknown');
      if (module !== '') await requireApps(tx, tenant, [module]);
      const grant = { userId: user.id, tenant, module };
      if (module !== '' && (await mayUseApp(tx, grant))) throw new ApiError(409, 'already-granted');
      const { tenant: place, userId, module: wanted } = accessRequests;
      const [stored] = await tx
        .insert(accessRequests)
        .values({ id: randomUUID(), ...grant, reason, createdAt: now() })
        .onConflictDoUpdate({ target: [place, userId, wanted], set: { reason } })
        .returning();
      const origin = readCallOrigin(request);
      const actor = { kind: 'user', id: user.id } as const;
      await recordAudit(tx, now(), {
        action: 'access-requested',
        actor,
        origin,
        userId: user.id,
        tenant,
        target: module,
      });
      return stored;
    });
    return reply.code(202).send({ module: module || null, created_at: (asked?.createdAt ?? now()).toISOString() });
  });

  app.get('/tenants/:tenant/access-requests', async (request): Promise<OwnAccessRequest[]> => {
    const { tenant } = parse(byTenantSchema, request.params);
    const user = await findCaller(request, tenant);
    const rows = await database
      .select({ module: accessRequests.module, createdAt: accessRequests.createdAt })
      .from(accessRequests)
      .where(and(eq(accessRequests.tenant, tenant), eq(accessRequests.userId, user.id)));
    return rows.map(({ module, createdAt }) => ({ module: module || null, created_at: createdAt.toISOString() }));
  });

  /** Finds the user of a session of this tenant. */
  async function findCaller(request: FastifyRequest, tenant: string): Promise<User> {
    const { claims, user } = await authenticateApp(request, services, tenant);
    requirePortalToken(claims);
    return user;
  }
}

const byRequestSchema = v.object({ tenant: tenantKeySchema, id: uuidSchema });

/** The requests of users for access, and their answers. */
export function registerAccessRequestRoutes(app: ApiScope, services: Services): void {
  const { database, now } = services;
  const url = '/tenants/:tenant/access-requests';

  app.get(
    url,
    {
      config: { permission: 'access.read' },
      schema: { params: byTenantSchema, querystring: listQuerySchema, response: { 200: accessRequestPageSchema } },
    },
    async ({ params: { tenant }, query: { after, limit } }) => {
      const { id, createdAt, module, reason } = accessRequests;
      const { matchAfter, sorting } = sortByTime(createdAt, sql`${id}::text`, 'oldest first');
      const rows = await database
        .select({ id, createdAt, module, reason, email: users.email, name: users.name })
        .from(accessRequests)
        .innerJoin(users, eq(users.id, accessRequests.userId))
        .where(and(eq(accessRequests.tenant, tenant), matchAfter(after)))
        .orderBy(...sorting)
        .limit(limit + 1);
      const { items, next } = cutPage(rows, limit, ({ createdAt, id }) => [createdAt, id]);
      const requests = items.map(({ createdAt, module, ...row }) => ({
        ...row,
        module: module || null,
        created_at: createdAt.toISOString(),
      }));
      return { items: requests, next };
    },
  );

  createOperationRoutes(app, services)(
    'POST',
    `${url}/:id/answer`,
    { permission: 'access.manage', params: byRequestSchema, body: accessAnswerSchema },
    async (tx, request) => {
      const { tenant, id } = request.params;
      const { modules, word } = request.body;
      const isThis = and(eq(accessRequests.id, id), eq(accessRequests.tenant, tenant));
      const [asked] = await tx
        .select({ email: users.email })
        .from(accessRequests)
        .innerJoin(users, eq(users.id, accessRequests.userId))
        .where(isThis);
      // A removal deletes the request: it must not give the user access again.
      await lockMembers(tx, tenant, asked ? [asked.email] : []);
      const [answered] = await tx.delete(accessRequests).where(isThis).returning();
      if (answered === undefined) throw new ApiError(404, 'access-request-unknown');
      const { module, userId } = answered;
      await requireApps(tx, tenant, modules);
      for (const granted of modules) {
        await grantApp(tx, { userId, tenant, module: granted }, now());
        await recordCall(tx, now(), request, { action: 'access-granted', userId, tenant, target: granted });
      }
      const action = modules.length > 0 ? 'access-request-granted' : 'access-request-declined';
      const details = word === '' ? {} : { word };
      const afterwards = await tellUser(tx, request, { tenant, userId, module, modules, word });
      return { action, userId, tenant, target: module, details, afterwards };
    },
  );

  interface Answer {
    readonly tenant: string;
    readonly userId: string;
    readonly module: string;
    readonly modules: readonly string[];
    readonly word: string;
  }

  /** Notifies the user of an answer. @returns delivers it, and mails it to a user without a session */
  async function tellUser(tx: Executor, request: FastifyRequest, { tenant, userId, module, modules, word }: Answer) {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (user === undefined) return async () => {};
    const defined = await tx.select().from(apps).where(eq(apps.tenant, tenant));
    const t = getTexts(negotiateLocale(request.headers['accept-language']));
    const named = (modules.length > 0 ? modules : [module]).filter((key) => key !== '');
    const names = named.map((key) => defined.find((one) => one.module === key)?.name ?? key).join(', ');
    const values = { app: names || t('notice.access') };
    const title = modules.length > 0 ? t('notice.access-granted', values) : t('notice.access-declined', values);
    const redirect = modules.length === 1 ? `/${modules[0]}` : undefined;
    const content = { title, body: word, ...(redirect !== undefined && { redirect }) };
    const deliver = await notifyUsers(tx, [{ userId, email: user.email, isEnabled: true }], content, now());
    const hasSession = await hasOpenSession(tx, userId, now());
    const found = await findMailTenant(tx, tenant);
    return async () => {
      await deliver(services);
      if (hasSession) return;
      const subject = t('mail.access-answer.subject', { tenant: found?.name ?? tenant });
      const text = [title, word].filter(Boolean).join('\n\n');
      await services.mailer.send({ sender: found?.sender, to: user.email, subject, text });
    };
  }
}

async function hasOpenSession(executor: Executor, user: string, now: Date): Promise<boolean> {
  const { endedAt, expiresAt, lastUsedAt, userId } = sessions;
  const isUsed = gt(lastUsedAt, addMilliseconds(now, -lifetimes.refreshToken));
  return (await executor.$count(sessions, and(eq(userId, user), isNull(endedAt), gt(expiresAt, now), isUsed))) > 0;
}
