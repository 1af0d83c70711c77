import { tenantKeySchema } from '@portico/contract';
import {
  invitationPageSchema,
  invitationPlanSchema,
  invitationQuerySchema,
  invitationRequestSchema,
  invitedSchema,
  invitedTextMax,
  newInvitationsSchema,
} from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../../create-services';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { byTenantSchema, uuidSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { groupMembers } from '../../identity/access-tables';
import { invitations } from '../../identity/account-tables';
import { grantApp } from '../../identity/accounts/app-repository';
import { requireTenantOrigin } from '../../identity/accounts/call-tenant';
import { lockTenant, requireTenant } from '../../identity/accounts/tenant-repository';
import { recordCall } from '../../identity/audit/audit-log';
import { createOperationRoutes } from '../../identity/audit/operator-audit';
import { lockMembers } from '../members';
import { sendDueInvitations } from './invitation-mails';
import { createDue, insertInvitations, listInvitations, lockOpen } from './invitation-repository';
import { type PlannedInvitation, planInvitations, toPlan } from './plan-invitations';

const byInvitationSchema = v.object({ tenant: tenantKeySchema, id: uuidSchema });

/** JSON escapes a character of a list in at most six bytes; most need one. */
const bodyLimit = 2 * invitedTextMax;

/** The invitations of a tenant. */
export function registerInvitationRoutes(app: ApiScope, services: Services): void {
  const { background, database, now, throttle } = services;
  const url = '/tenants/:tenant/invitations';
  const addOperation = createOperationRoutes(app, services);
  const manage = { config: { permission: 'people.manage' } } as const;

  const plan = { params: byTenantSchema, body: invitationRequestSchema, response: { 200: invitationPlanSchema } };
  app.post(`${url}/plan`, { ...manage, bodyLimit, schema: plan }, async ({ body: wanted, params: { tenant } }) => {
    await requireTenant(database, tenant);
    return toPlan(await planInvitations(database, tenant, wanted, { now: now() }));
  });

  const invite = { params: byTenantSchema, body: newInvitationsSchema, response: { 201: invitedSchema } };
  app.post(url, { ...manage, bodyLimit, schema: invite }, async (request, reply) => {
    const { tenant } = request.params;
    const { digest, locale, ...wanted } = request.body;
    const origin = requireTenantOrigin(request, services, tenant);
    await throttle.count(database, [['invitationsOfTenant', tenant]]);
    const answer = await database.transaction(async (tx) => {
      // One invitation after another, so that the plan stays true.
      await lockTenant(tx, tenant, 'update');
      const plan = await planInvitations(tx, tenant, wanted, { now: now(), find: lockMembers });
      if (plan.digest !== digest) throw new ApiError(409, 'plan-changed');
      const invited = plan.rows.filter(({ outcome }) => outcome === 'invite');
      await insertInvitations(tx, invited, { tenant, locale, origin }, now());
      for (const { email } of invited) {
        await recordCall(tx, now(), request, { action: 'invited', tenant, target: hashAddress(email) });
      }
      const granted = plan.rows.filter(({ outcome }) => outcome === 'grant');
      for (const row of granted) await grantToMember(tx, request, tenant, row);
      return { invited: invited.length, granted: granted.length };
    });
    background.run(() => sendDueInvitations(services));
    return reply.code(201).send(answer);
  });

  app.get(
    url,
    {
      config: { permission: 'people.read' },
      schema: { params: byTenantSchema, querystring: invitationQuerySchema, response: { 200: invitationPageSchema } },
    },
    ({ params: { tenant }, query }) => listInvitations(database, tenant, query, now()),
  );

  addOperation(
    'POST',
    `${url}/:id/resend`,
    { permission: 'people.help', params: byInvitationSchema },
    async (tx, request) => {
      const { tenant, id } = request.params;
      const origin = requireTenantOrigin(request, services, tenant);
      const { email } = await lockOpen(tx, tenant, id);
      const changes = { ...createDue(now()), origin, sentAt: null, tries: 0, hash: null };
      await tx.update(invitations).set(changes).where(eq(invitations.id, id));
      const afterwards = () => sendDueInvitations(services);
      return { action: 'invitation-resent', tenant, target: hashAddress(email), afterwards };
    },
  );

  addOperation(
    'DELETE',
    `${url}/:id`,
    { permission: 'people.manage', params: byInvitationSchema },
    async (tx, { params: { tenant, id } }) => {
      const { email } = await lockOpen(tx, tenant, id);
      const changes = { withdrawnAt: now(), hash: null, nextTryAt: null };
      await tx.update(invitations).set(changes).where(eq(invitations.id, id));
      return { action: 'invitation-withdrawn', tenant, target: hashAddress(email) };
    },
  );

  /** The log holds no e-mail; the same address has the same hash. */
  function hashAddress(email: string): string {
    return services.sign('audit', email).slice(0, 22);
  }

  async function grantToMember(tx: Executor, request: FastifyRequest, tenant: string, row: PlannedInvitation) {
    const { groupIds, groups, modules, userId } = row;
    if (userId === undefined) return;
    for (const module of modules) {
      await grantApp(tx, { userId, tenant, module }, now());
      await recordCall(tx, now(), request, { action: 'access-granted', tenant, target: module, userId });
    }
    for (const [index, groupId] of groupIds.entries()) {
      await tx.insert(groupMembers).values({ groupId, tenant, userId }).onConflictDoNothing();
      const details = { member: 'added' };
      await recordCall(tx, now(), request, {
        action: 'group-changed',
        tenant,
        target: groups[index],
        userId,
        details,
      });
    }
  }
}
