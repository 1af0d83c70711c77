import { createLineSchema } from '@portico/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Filter } from 'scim2-parse-filter';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { parse, uuidSchema } from '../../http/parse';
import { createEntityTag } from '../../http/prepared-text';
import { groupMembers, groups } from '../access-tables';
import { lockTenant } from '../accounts/tenant-repository';
import { recordCall } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import {
  addGroup,
  addMembers,
  countGroups,
  type DirectoryGroup,
  type GroupAttributes,
  listGroups,
  listMembers,
  lockGroup,
  removeMembers,
  replaceMembers,
  updateGroup,
} from './directory-groups';
import { groupBy, isWanted, readQuery, type ScimQuery, selectAttributes, toListResponse } from './list-query';
import { type FilterAttributes, parseFilter, parseFilterText } from './parse-filter';
import { readOperations, type ScimOperation } from './read-operations';
import { ScimError } from './scim-error';
import { createUnknown, getBase, getTenant, matchesVersion, readId, requireVersion } from './scim-request';
import type { DirectoryChange } from './write-user';

/** Room for the members of a large group. */
const bodyLimit = 4 * 1024 * 1024;
/** Maximum number of members in one call, and in one answer of several groups. */
const membersMax = 20_000;

const nameSchema = v.pipe(createLineSchema(256), v.nonEmpty());
const externalIdSchema = v.nullish(v.pipe(v.string(), v.maxLength(254)));
const memberSchema = v.pipe(
  v.object({ value: uuidSchema }),
  v.transform(({ value }) => value),
);
/** The ids of members; one alone may come without a list. */
const membersSchema = v.union([
  v.pipe(v.array(memberSchema), v.maxLength(membersMax)),
  v.pipe(
    memberSchema,
    v.transform((id) => [id]),
  ),
]);
const groupSchema = v.pipe(
  v.object({ displayName: nameSchema, externalId: externalIdSchema, members: v.optional(membersSchema, []) }),
  v.transform(({ displayName, externalId, members }) => ({
    attributes: { name: displayName, externalId: externalId || null },
    members,
  })),
);
const writable = ['displayName', 'externalId', 'members'];
const readOnly = ['id', 'meta', 'schemas'];

/** The groups of a directory (RFC 7644, section 3). Administrators give applications to them in the console. */
export function registerScimGroupRoutes(app: FastifyInstance, services: IdentityServices): void {
  const { database, now } = services;

  app.get('/Groups', async (request) => {
    const tenant = getTenant(request);
    const query = readQuery(request.query);
    const condition = query.filter === undefined ? undefined : parseFilter(query.filter, filterAttributes);
    const range = { limit: query.count, offset: query.startIndex - 1 };
    const found = query.count === 0 ? [] : await listGroups(database, tenant, condition, range);
    const total = await countGroups(database, tenant, condition);
    const page = isWanted('members', query) ? limitMembers(found) : found;
    return toListResponse(await describe(database, request, page, query), total, query.startIndex);
  });

  app.get('/Groups/:id', async (request, reply) => {
    const { resource, version } = await describeGroup(database, request, readId(request));
    reply.header('etag', version);
    return matchesVersion(request.headers['if-none-match'], version) ? reply.code(304).send() : resource;
  });

  app.post('/Groups', { bodyLimit }, async (request, reply) => {
    const { attributes, members } = parse(groupSchema, request.body);
    const tenant = getTenant(request);
    const { location, resource, version } = await database.transaction(async (tx) => {
      const change = { tx, tenant, request, services };
      await lockTenant(tx, tenant);
      const group = await addGroup(change, attributes);
      await recordCall(tx, now(), request, { action: 'group-added', tenant, target: group.name });
      await addMembers(change, group, members);
      return describeGroup(tx, request, group.id);
    });
    return reply.code(201).headers({ location, etag: version }).send(resource);
  });

  /** Changes the group in the address, one call after another. */
  function change<Result>(
    request: FastifyRequest,
    work: (change: DirectoryChange, group: typeof groups.$inferSelect) => Promise<Result>,
  ): Promise<Result> {
    return database.transaction(async (tx) => {
      const tenant = getTenant(request);
      const group = await lockGroup(tx, tenant, readId(request));
      if (group === undefined) throw createUnknown();
      requireVersion(request, getVersion(group));
      return work({ tx, tenant, request, services }, group);
    });
  }

  async function rename(change: DirectoryChange, group: typeof groups.$inferSelect, wanted: GroupAttributes) {
    await updateGroup(change, group, wanted);
    if (wanted.name === group.name) return;
    const entry = { tenant: change.tenant, target: group.name, details: { name: wanted.name } };
    await recordCall(change.tx, now(), change.request, { action: 'group-changed', ...entry });
  }

  app.put('/Groups/:id', { bodyLimit }, async (request, reply) => {
    const { attributes, members } = parse(groupSchema, request.body);
    const { resource, version } = await change(request, async (context, group) => {
      await rename(context, group, attributes);
      await replaceMembers(context, group, members);
      return describeGroup(context.tx, request, group.id);
    });
    return reply.header('etag', version).send(resource);
  });

  app.patch('/Groups/:id', { bodyLimit }, async (request, reply) => {
    const operations = readOperations(request.body, { writable, readOnly });
    await change(request, async (context, group) => {
      let wanted: GroupAttributes = group;
      for (const operation of operations) {
        if (operation.attribute === 'members') await changeMembers(context, group, operation);
        else wanted = changeAttribute(wanted, operation);
      }
      await rename(context, group, { name: wanted.name, externalId: wanted.externalId });
    });
    // Without a body, which would list all members (Microsoft Learn).
    return reply.code(204).send();
  });

  app.delete('/Groups/:id', async (request, reply) => {
    await change(request, async ({ tenant, tx }, { id, name }) => {
      await tx.delete(groups).where(eq(groups.id, id));
      await recordCall(tx, now(), request, { action: 'group-removed', tenant, target: name });
    });
    return reply.code(204).send();
  });
}

function changeAttribute(former: GroupAttributes, { attribute, op, value }: ScimOperation): GroupAttributes {
  if (attribute === 'externalId') {
    return { ...former, externalId: parse(v.object({ value: externalIdSchema }), { value }).value || null };
  }
  if (op === 'remove') throw new ScimError(400, 'A group needs a displayName.', 'mutability');
  return { ...former, name: parse(v.object({ displayName: nameSchema }), { displayName: value }).displayName };
}

/** Adds, removes or replaces members: by a value, by a filter such as `members[value eq "…"]`, or all. */
async function changeMembers(
  change: DirectoryChange,
  group: typeof groups.$inferSelect,
  { filter, op, sub, value }: ScimOperation,
): Promise<void> {
  if (sub !== undefined || (op === 'replace' && filter !== undefined)) {
    throw new ScimError(400, 'Members are added and removed, not changed.', 'mutability');
  }
  const named = value === undefined ? [] : parse(v.object({ members: membersSchema }), { members: value }).members;
  const ids = filter === undefined ? named : readIds(parseFilterText(filter));
  if (op === 'add') return addMembers(change, group, ids);
  if (op === 'remove' && (filter !== undefined || value !== undefined)) return removeMembers(change, group, ids);
  return replaceMembers(change, group, ids);
}

/** Returns the ids in a filter of members; throws ScimError 400 for other filters. */
function readIds(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(readIds);
  const isById = filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value';
  if (!isById) throw new ScimError(400, 'A path filters members by their value.', 'invalidFilter');
  return v.is(uuidSchema, filter.compValue) ? [filter.compValue] : [];
}

const hasMember = (value: unknown): SQL =>
  v.is(uuidSchema, value)
    ? sql`exists (select from ${groupMembers} where ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${value})`
    : sql`false`;

/** The conditions of a filter of groups. */
const filterAttributes: FilterAttributes = {
  id: (value) => (v.is(uuidSchema, value) ? eq(groups.id, value) : sql`false`),
  displayname: (value) => (typeof value === 'string' ? sql`lower(${groups.name}) = lower(${value}::text)` : sql`false`),
  externalid: (value) => (typeof value === 'string' ? eq(groups.externalId, value) : sql`false`),
  members: hasMember,
  'members.value': hasMember,
};

/** Cuts a page, so that its groups have not too many members together. The first group is always in it. */
function limitMembers(page: readonly DirectoryGroup[]): DirectoryGroup[] {
  let members = 0;
  return page.filter(({ size }, index) => {
    members += size;
    return index === 0 || members <= membersMax;
  });
}

function getVersion({ changedAt, createdAt, externalId, name }: typeof groups.$inferSelect): string {
  return `W/${createEntityTag([name, externalId ?? '', (changedAt ?? createdAt).toISOString()])}`;
}

async function describeGroup(executor: Executor, request: FastifyRequest, id: string) {
  const found = await listGroups(executor, getTenant(request), eq(groups.id, id), { limit: 1, offset: 0 });
  const [group] = found;
  if (group === undefined) throw createUnknown();
  const [resource = {}] = await describe(executor, request, found, readQuery(request.query));
  return { resource, version: getVersion(group.group), location: `${getBase(request)}/Groups/${id}` };
}

async function describe(
  executor: Executor,
  request: FastifyRequest,
  page: readonly DirectoryGroup[],
  query: ScimQuery,
): Promise<object[]> {
  const base = getBase(request);
  const ids = page.map(({ group }) => group.id);
  const members = isWanted('members', query) && ids.length > 0 ? await listMembers(executor, ids) : [];
  const membersOf = groupBy(members, ({ groupId }) => groupId);
  return page.map(({ group }) =>
    selectAttributes(
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        id: group.id,
        externalId: group.externalId ?? undefined,
        displayName: group.name,
        members: (membersOf.get(group.id) ?? []).map(({ name, userId }) => ({
          value: userId,
          display: name,
          $ref: `${base}/Users/${userId}`,
          type: 'User',
        })),
        meta: {
          resourceType: 'Group',
          created: group.createdAt.toISOString(),
          lastModified: (group.changedAt ?? group.createdAt).toISOString(),
          location: `${base}/Groups/${group.id}`,
          version: getVersion(group),
        },
      },
      query,
    ),
  );
}
