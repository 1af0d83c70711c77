import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { uuidSchema } from '../../http/parse';
import { directoryUsers, tenantMembers, users } from '../account-tables';
import { lockAccount } from '../accounts/user-repository';
import { getActor, recordCall } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { removeMember } from '../people/remove-member';
import { tellOpenPages } from '../sessions/tell-open-pages';
import {
  countDirectoryUsers,
  type DirectoryUser,
  findDirectoryUser,
  listDirectoryGroups,
  listDirectoryUsers,
  matchesUserName,
} from './directory-users';
import { groupBy, isWanted, readQuery, type ScimQuery, selectAttributes, toListResponse } from './list-query';
import { type FilterAttributes, type FilterValue, parseFilter } from './parse-filter';
import { createUnknown, getBase, getTenant, matchesVersion, readId, requireVersion } from './scim-request';
import { parseUser, patchUser, type ScimUser, toScimUser, toUserResource } from './user-resource';
import { AccountElsewhereError, changeMember, createMember } from './write-user';

/** The users of a directory, who are the members of its tenant (RFC 7644, section 3). */
export function registerScimUserRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { background, database, now, throttle } = services;

  app.get('/Users', async (request) => {
    const tenant = getTenant(request);
    const query = readQuery(request.query);
    const condition = query.filter === undefined ? undefined : parseFilter(query.filter, createUserFilters(tenant));
    const range = { limit: query.count, offset: query.startIndex - 1 };
    const found = query.count === 0 ? [] : await listDirectoryUsers(database, tenant, condition, range);
    const total = await countDirectoryUsers(database, tenant, condition);
    return toListResponse(await describeUsers(database, request, found, query), total, query.startIndex);
  });

  app.get('/Users/:id', async (request, reply) => {
    const { resource, version } = await describeUser(database, request);
    reply.header('etag', version);
    return matchesVersion(request.headers['if-none-match'], version)
      ? reply.code(304).send()
      : selectAttributes(resource, readQuery(request.query));
  });

  app.post('/Users', async (request, reply) => {
    const wanted = parseUser(request.body);
    const tenant = getTenant(request);
    // Checks the limit before it searches the account, so that a refusal reveals nothing.
    const tries = [['scimConflictsOfToken', getActor(request).id ?? '']] as const;
    await throttle.check(tries);
    const { location, resource, version } = await database
      .transaction(async (tx) =>
        describeUser(tx, request, await createMember({ tx, tenant, request, services }, wanted)),
      )
      .catch(async (error: unknown) => {
        if (error instanceof AccountElsewhereError) await throttle.count(database, tries);
        throw error;
      });
    return reply.code(201).headers({ location, etag: version }).send(resource);
  });

  async function change(request: FastifyRequest, getWanted: (former: ScimUser) => ScimUser, isPatch: boolean) {
    const { afterwards, changed, isMoved } = await database.transaction(async (tx) => {
      const stored = await lockUser(tx, request);
      const context = { tx, tenant: getTenant(request), request, services };
      const afterwards = await changeMember(context, stored, getWanted(toScimUser(stored)), isPatch);
      const changed = await describeUser(tx, request);
      const isMoved = (stored.suspendedAt === null) !== (changed.stored.suspendedAt === null);
      return { afterwards, changed, isMoved };
    });
    if (isMoved) await tellOpenPages(services, [changed.stored.user.id]);
    if (afterwards) background.run(afterwards);
    return changed;
  }

  app.put('/Users/:id', async (request, reply) => {
    const wanted = parseUser(request.body);
    const { resource, version } = await change(request, () => wanted, false);
    return reply.header('etag', version).send(resource);
  });

  app.patch('/Users/:id', async (request, reply) => {
    const { resource, version } = await change(request, (former) => patchUser(former, request.body), true);
    return reply.header('etag', version).send(resource);
  });

  app.delete('/Users/:id', async (request, reply) => {
    const userId = await database.transaction(async (tx) => {
      const { user } = await lockUser(tx, request);
      const member = { tenant: getTenant(request), userId: user.id };
      await removeMember(tx, member, now());
      await recordCall(tx, now(), request, { action: 'user-removed', ...member });
      return user.id;
    });
    await tellOpenPages(services, [userId]);
    return reply.code(204).send();
  });
}

/** Finds the user of a call, whom only this transaction changes; throws ScimError 404, or 412 for another version. */
async function lockUser(tx: Executor, request: FastifyRequest): Promise<DirectoryUser> {
  const { stored } = await describeUser(tx, request);
  await lockAccount(tx, stored.user.id);
  // Read again what another call has changed before the lock.
  const locked = await describeUser(tx, request);
  requireVersion(request, locked.version);
  return locked.stored;
}

/** Finds a user, by default that in the address; throws ScimError 404. */
async function describeUser(executor: Executor, request: FastifyRequest, userId = readId(request)) {
  const tenant = getTenant(request);
  const stored = await findDirectoryUser(executor, { tenant, userId });
  if (stored === undefined) throw createUnknown();
  const groups = await listDirectoryGroups(executor, tenant, [userId]);
  const resource = toUserResource(stored, groups, getBase(request));
  return { stored, resource, ...resource.meta };
}

async function describeUsers(
  executor: Executor,
  request: FastifyRequest,
  found: readonly DirectoryUser[],
  query: ScimQuery,
): Promise<object[]> {
  const ids = found.map(({ user }) => user.id);
  const memberships = isWanted('groups', query) ? await listDirectoryGroups(executor, getTenant(request), ids) : [];
  const groupsOf = groupBy(memberships, ({ userId }) => userId);
  return found.map((stored) =>
    selectAttributes(toUserResource(stored, groupsOf.get(stored.user.id) ?? [], getBase(request)), query),
  );
}

/** Returns the conditions of a filter of users. Texts that are no ids, or no texts at all, match nothing. */
export function createUserFilters(tenant: string): FilterAttributes {
  const ofText = (compare: (text: string) => SQL | undefined) => (value: FilterValue) =>
    typeof value === 'string' ? compare(value) : sql`false`;
  const matchesEmail = ofText((text) => eq(users.email, text.toLowerCase()));
  return {
    id: ofText((text) => (v.is(uuidSchema, text) ? eq(tenantMembers.userId, text) : sql`false`)),
    username: ofText((text) => matchesUserName(tenant, text)),
    externalid: ofText((text) => and(eq(directoryUsers.tenant, tenant), eq(directoryUsers.externalId, text))),
    active: (value) => (value === true ? isNull(tenantMembers.suspendedAt) : isNotNull(tenantMembers.suspendedAt)),
    emails: matchesEmail,
    'emails.value': matchesEmail,
    'emails.type': ofText((text) => (text.toLowerCase() === 'work' ? sql`true` : sql`false`)),
    'emails.primary': (value) => (value === true ? sql`true` : sql`false`),
  };
}
