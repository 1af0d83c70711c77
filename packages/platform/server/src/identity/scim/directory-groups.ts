import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { groupMembers, groups } from '../access-tables';
import { tenantMembers, users } from '../account-tables';
import { getActor, readCallOrigin, recordAudit } from '../audit/audit-log';
import { ScimError } from './scim-error';
import type { DirectoryChange } from './write-user';

/** Groups of a directory: the portal's own groups are not among them. */
export type DirectoryGroup = Awaited<ReturnType<typeof listGroups>>[number];

/** Maximum number of rows that one statement writes, and of users that it names. */
const batchSize = 2000;

const isOfDirectory = (tenant: string) => and(eq(groups.tenant, tenant), eq(groups.isDirectory, true));

/** Lists groups in a fixed order, with the number of their members. */
export function listGroups(
  executor: Executor,
  tenant: string,
  condition: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return executor
    .select({ group: groups, size: executor.$count(groupMembers, eq(groupMembers.groupId, groups.id)) })
    .from(groups)
    .where(and(isOfDirectory(tenant), condition))
    .orderBy(asc(groups.createdAt), asc(groups.id))
    .limit(limit)
    .offset(offset);
}

export function countGroups(executor: Executor, tenant: string, condition: SQL | undefined): Promise<number> {
  return executor.$count(groups, and(isOfDirectory(tenant), condition));
}

/** Lists the members of groups. */
export function listMembers(executor: Executor, groupIds: readonly string[]) {
  return executor
    .select({ groupId: groupMembers.groupId, userId: groupMembers.userId, name: users.name })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(inArray(groupMembers.groupId, [...groupIds]))
    .orderBy(asc(groupMembers.groupId), asc(groupMembers.userId));
}

/** Finds a group, which then changes only by this transaction. */
export async function lockGroup(tx: Executor, tenant: string, id: string) {
  const [group] = await tx
    .select()
    .from(groups)
    .where(and(eq(groups.id, id), isOfDirectory(tenant)))
    .for('update');
  return group;
}

type GroupName = Pick<typeof groups.$inferSelect, 'id' | 'name'>;

/** The attributes of a group without its members. */
export interface GroupAttributes {
  readonly name: string;
  readonly externalId: string | null;
}

/** @throws ScimError 409 if the tenant has a group with this name */
export async function addGroup(
  { services, tenant, tx }: DirectoryChange,
  attributes: GroupAttributes,
): Promise<GroupName> {
  const id = randomUUID();
  const now = services.now();
  const row = { id, tenant, ...attributes, isDirectory: true, createdAt: now, changedAt: now };
  const added = await tx.insert(groups).values(row).onConflictDoNothing().returning({ id: groups.id });
  if (added.length === 0) throw createTaken();
  return row;
}

/** @throws ScimError 409 if the tenant has another group with this name */
export async function updateGroup(
  { services, tenant, tx }: DirectoryChange,
  former: typeof groups.$inferSelect,
  attributes: GroupAttributes,
): Promise<void> {
  if (attributes.name !== former.name) {
    const isSame = sql`lower(${groups.name}) = lower(${attributes.name}::text) and ${groups.id} <> ${former.id}`;
    if ((await tx.$count(groups, and(eq(groups.tenant, tenant), isSame))) > 0) throw createTaken();
  }
  // Versions of one millisecond differ, too.
  const changedAt = new Date(Math.max(services.now().getTime(), (former.changedAt ?? former.createdAt).getTime() + 1));
  await tx
    .update(groups)
    .set({ ...attributes, changedAt })
    .where(eq(groups.id, former.id));
}

const createTaken = () =>
  new ScimError(409, 'The tenant has a group with this name, which may be one of the portal itself.', 'uniqueness');

/** Adds members of the tenant to a group; throws ScimError 400 for others. */
export async function addMembers(change: DirectoryChange, group: GroupName, userIds: readonly string[]): Promise<void> {
  const { tenant, tx } = change;
  for (const ids of chunk([...new Set(userIds)].sort())) {
    // A removal locks its user first. This waits for it, and then reads which memberships it left.
    await tx.select({ id: users.id }).from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('key share');
    const found = await tx
      .select({ userId: tenantMembers.userId })
      .from(tenantMembers)
      .where(and(eq(tenantMembers.tenant, tenant), inArray(tenantMembers.userId, ids)));
    if (found.length < ids.length) throw new ScimError(400, 'A member is not a user of this tenant.', 'invalidValue');
    const added = await tx
      .insert(groupMembers)
      .values(found.map(({ userId }) => ({ groupId: group.id, tenant, userId })))
      .onConflictDoNothing()
      .returning({ userId: groupMembers.userId });
    await record(change, group, added, 'added');
  }
}

/** Removes members from a group; those that it does not have are no error. */
export async function removeMembers(change: DirectoryChange, group: GroupName, userIds: readonly string[]) {
  for (const ids of chunk(userIds)) {
    const isGone = and(eq(groupMembers.groupId, group.id), inArray(groupMembers.userId, ids));
    const removed = await change.tx.delete(groupMembers).where(isGone).returning({ userId: groupMembers.userId });
    await record(change, group, removed, 'removed');
  }
}

/** Gives a group these members and no others. */
export async function replaceMembers(change: DirectoryChange, group: GroupName, userIds: readonly string[]) {
  const wanted = new Set(userIds);
  const members = await listMembers(change.tx, [group.id]);
  const former = members.map(({ userId }) => userId);
  const gone = former.filter((userId) => !wanted.has(userId));
  await removeMembers(change, group, gone);
  const present = new Set(former);
  await addMembers(
    change,
    group,
    userIds.filter((userId) => !present.has(userId)),
  );
}

async function record(
  { request, services, tenant, tx }: DirectoryChange,
  { name: target }: GroupName,
  changed: readonly { readonly userId: string }[],
  member: 'added' | 'removed',
): Promise<void> {
  if (changed.length === 0) return;
  const entry = { action: 'group-changed', actor: getActor(request), origin: readCallOrigin(request), tenant } as const;
  const entries = changed.map(({ userId }) => ({ ...entry, target, userId, details: { member } }));
  await recordAudit(tx, services.now(), ...entries);
}

function chunk(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  );
}
