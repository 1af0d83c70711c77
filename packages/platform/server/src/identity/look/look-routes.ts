import { findTenantKey } from '@portico/contract';
import { lookChangeSchema, lookSchema, type TenantLook } from '@portico/contract/administration';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { byTenantSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { findCallTenant } from '../accounts/call-tenant';
import { listStoredHosts } from '../accounts/tenant-hosts';
import { lockTenant } from '../accounts/tenant-repository';
import { recordCall } from '../audit/audit-log';
import { createOperationRoutes } from '../audit/operator-audit';
import type { IdentityServices } from '../identity-services';
import { receivePicture, toLogo } from '../images/convert-picture';
import { getAuthor, getPerson, isOperator, requireConfirmedCaller } from '../roles/require-permission';
import { tenants } from '../tenant-tables';
import {
  type LookField,
  lookFields,
  readLook,
  replaceHosts,
  replaceLogo,
  requireSeen,
  type SeenLook,
} from './look-repository';

const url = '/tenants/:tenant/look';
const manage = { permission: 'look.manage' } as const;

/** `from` is the address of the logo that the author saw, or `none`. */
const logoQuerySchema = v.object({ from: v.optional(v.string()) });

/** The look of a tenant: name, accent and logo, the sender of its mails, and its hosts. */
export function registerLookRoutes(app: ApiScope, services: IdentityServices): void {
  const { allowedOrigins, configuredHosts, database, getTenantKey, now, refreshHosts } = services;
  const addOperation = createOperationRoutes(app, services);

  const schema = { params: byTenantSchema, response: { 200: lookSchema } };
  app.get(url, { config: { permission: 'look.read' }, schema }, ({ params: { tenant } }) =>
    readLook(database, tenant, configuredHosts),
  );

  const change = { ...manage, params: byTenantSchema, body: lookChangeSchema, answer: lookSchema };
  addOperation('PATCH', url, change, async (tx, request) => {
    const { tenant } = request.params;
    const { from, hosts, sender_name: senderName, sender_address: senderAddress, ...change } = request.body;
    if (hosts !== undefined || senderAddress !== undefined) requireReach(request);
    const before = await lockLook(tx, tenant, from);
    const row = { ...change, senderName, senderAddress };
    // An update without columns is an error.
    if (Object.values(row).some((value) => value !== undefined)) {
      await tx.update(tenants).set(row).where(eq(tenants.key, tenant));
    }
    if (hosts !== undefined) {
      await replaceHosts(tx, tenant, hosts, configuredHosts);
      await requireOwnHost(tx, request);
    }
    const after = await readLook(tx, tenant, configuredHosts);
    const entry = { action: 'look-changed', tenant, details: describeChange(before, after) } as const;
    return { ...entry, answer: after, ...(hosts !== undefined && { afterwards: refreshHosts }) };
  });

  const logo = { params: byTenantSchema, querystring: logoQuerySchema };
  addOperation('DELETE', `${url}/logo`, { ...manage, ...logo }, async (tx, request) => {
    const { tenant } = request.params;
    const { logo } = await lockLook(tx, tenant, readSeenLogo(request.query));
    await replaceLogo(tx, tenant, undefined);
    return { action: 'look-changed', tenant, details: { before: { logo }, after: { logo: null } } };
  });

  app.register(async (uploads: ApiScope) => {
    // The route reads the body itself, after the check of the role.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', async () => undefined);
    uploads.put(`${url}/logo`, { config: manage, schema: logo }, async (request, reply) => {
      const { tenant } = request.params;
      const seen = readSeenLogo(request.query);
      const picture = await receivePicture(request, getAuthor(request), services, toLogo);
      await database.transaction(async (tx) => {
        const before = await lockLook(tx, tenant, seen);
        const logo = await replaceLogo(tx, tenant, picture);
        const details = { before: { logo: before.logo }, after: { logo } };
        await recordCall(tx, now(), request, { action: 'look-changed', tenant, details });
      });
      return reply.code(204).send();
    });
  });

  /** Hosts and addresses of mails reach outside of the tenant: only operators change them, with their password. */
  function requireReach(request: FastifyRequest): void {
    if (!isOperator(request)) throw new ApiError(403, 'look-of-operators');
    requireConfirmedCaller(request, now());
  }

  async function lockLook(tx: Executor, tenant: string, seen: SeenLook): Promise<TenantLook> {
    await lockTenant(tx, tenant, 'update');
    const look = await readLook(tx, tenant, configuredHosts);
    requireSeen(look, seen, lookFields);
    return look;
  }

  /** Throws ApiError 409 if the host of the call would lead to another tenant, where the session is not valid. */
  async function requireOwnHost(tx: Executor, request: FastifyRequest): Promise<void> {
    if (getPerson(request) === undefined) return;
    const hosts = { ...(await listStoredHosts(tx)), ...configuredHosts };
    const next = { allowedOrigins, getTenantKey: (hostname: string) => findTenantKey(hostname, hosts) };
    if (findCallTenant(request, next) === findCallTenant(request, { allowedOrigins, getTenantKey })) return;
    throw new ApiError(409, 'host-of-session', { values: { host: request.hostname } });
  }
}

function readSeenLogo({ from }: v.InferOutput<typeof logoQuerySchema>): SeenLook {
  return from === undefined ? {} : { logo: from === 'none' ? null : from };
}

/** Returns the fields that differ, as they were and as they are. */
function describeChange(before: TenantLook, after: TenantLook) {
  const changed = lookFields.filter((field) => String(before[field]) !== String(after[field]));
  const pick = (look: TenantLook) => Object.fromEntries(changed.map((field: LookField) => [field, look[field]]));
  return { before: pick(before), after: pick(after) };
}
