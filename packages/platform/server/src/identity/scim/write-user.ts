import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { isDuplicate } from '../../database/database-errors';
import { directoryUsers, tenantMembers, users } from '../account-tables';
import { addMember, isManageable, matchesMember } from '../accounts/member-repository';
import { lockTenant } from '../accounts/tenant-repository';
import { findUserByEmail, insertUser, lockAccount, type User } from '../accounts/user-repository';
import { recordCall } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { startAddressChange } from '../people/address-change';
import { endSessionsInTenant } from '../sessions/session-repository';
import { countDirectoryUsers, type DirectoryUser, matchesUserName, ownsDomain } from './directory-users';
import { ScimError } from './scim-error';
import { getAddress, getName, type ScimUser, toScimUser } from './user-resource';

/** The transaction of a change, and who makes it. */
export interface DirectoryChange {
  readonly tx: Executor;
  readonly tenant: string;
  readonly request: FastifyRequest;
  readonly services: IdentityServices;
}

/**
 * Adds a member. An account that exists elsewhere joins only if its e-mail belongs to a domain of the tenant, or if it
 * belongs to no other tenant: everything else would give a directory the users of others.
 * @returns the id of the user
 * @throws ScimError 409
 */
export async function createMember(change: DirectoryChange, wanted: ScimUser): Promise<string> {
  const { services, tenant, tx } = change;
  const now = services.now();
  const email = getAddress(wanted);
  const name = getName(wanted, email);
  await lockTenant(tx, tenant);
  await requireFreeUserName(change, wanted.userName);
  const user =
    (await insertUser(tx, { email, name, passwordHash: null }, now)) ?? (await joinExisting(change, email, name));
  await addMember(tx, { tenant, userId: user.id }, now);
  await storeDirectoryUser(change, user.id, wanted);
  if (wanted.active === false) await suspend(change, user.id);
  await recordCall(tx, now, change.request, { action: 'user-added', tenant, userId: user.id });
  return user.id;
}

const taken = [409, 'A user with this userName or e-mail exists already.', 'uniqueness'] as const;

/** Tells that an account exists in another tenant. */
export class AccountElsewhereError extends ScimError {
  constructor() {
    super(...taken);
  }
}

async function joinExisting({ tenant, tx }: DirectoryChange, email: string, name: string): Promise<User> {
  const found = await findUserByEmail(tx, email);
  if (found === undefined) throw new ScimError(...taken);
  await lockAccount(tx, found.id);
  if ((await tx.$count(tenantMembers, matchesMember({ tenant, userId: found.id }))) > 0) throw new ScimError(...taken);
  const isOfNoOther = await isManageable(tx, found.id, tenant);
  if (!isOfNoOther && !(await ownsDomain(tx, tenant, email))) throw new AccountElsewhereError();
  if (isOfNoOther) await tx.update(users).set({ name }).where(eq(users.id, found.id));
  return found;
}

/**
 * Changes a member. Name and e-mail belong to the account: one that other tenants know too keeps them.
 * @param isPatch whether `wanted` is the former user with changes, not a new one
 * @returns work for after the transaction
 */
export async function changeMember(
  change: DirectoryChange,
  stored: DirectoryUser,
  wanted: ScimUser,
  isPatch: boolean,
): Promise<(() => Promise<void>) | undefined> {
  const { request, services, tenant, tx } = change;
  const { user } = stored;
  const now = services.now();
  const former = toScimUser(stored);
  const email = getAddress(wanted, former);
  const name = getName(wanted, email, isPatch ? former : undefined);
  const isOwn = await isManageable(tx, user.id, tenant);
  if (wanted.userName !== former.userName) {
    await requireFreeUserName(change, wanted.userName, ne(tenantMembers.userId, user.id));
  }
  await storeDirectoryUser(change, user.id, wanted);
  if (isOwn && name !== user.name) await tx.update(users).set({ name }).where(eq(users.id, user.id));
  const afterwards = isOwn && email !== user.email ? await changeAddress(change, user, email) : undefined;
  await recordCall(tx, now, request, { action: 'user-changed', tenant, userId: user.id });
  if (wanted.active === false && stored.suspendedAt === null) await suspend(change, user.id);
  if (wanted.active === true && stored.suspendedAt !== null) {
    await tx
      .update(tenantMembers)
      .set({ suspendedAt: null })
      .where(matchesMember({ tenant, userId: user.id }));
    await recordCall(tx, now, request, { action: 'user-resumed', tenant, userId: user.id });
  }
  return afterwards;
}

/** Suspends a member and ends their sessions in the tenant. Grants, groups and roles stay, without effect. */
async function suspend({ request, services, tenant, tx }: DirectoryChange, userId: string): Promise<void> {
  const now = services.now();
  await tx.update(tenantMembers).set({ suspendedAt: now }).where(matchesMember({ tenant, userId }));
  await endSessionsInTenant(tx, tenant, now, userId);
  await recordCall(tx, now, request, { action: 'user-suspended', tenant, userId });
}

/**
 * Changes the e-mail of an account of this tenant alone to one of its domains. To other domains it would take the e-mail
 * of a user whom another tenant adds later.
 */
async function changeAddress({ request, services, tenant, tx }: DirectoryChange, user: User, email: string) {
  if (!(await ownsDomain(tx, tenant, email))) {
    const detail = 'An e-mail changes only to a domain of a sign-in provider of the tenant.';
    throw new ScimError(400, detail, 'invalidValue');
  }
  const isProved = await ownsDomain(tx, tenant, user.email);
  return startAddressChange(tx, services, request, { user, email, isProved });
}

async function requireFreeUserName({ tenant, tx }: DirectoryChange, userName: string, isOther?: SQL): Promise<void> {
  const others = await countDirectoryUsers(tx, tenant, and(isOther, matchesUserName(tenant, userName)));
  if (others > 0) throw new ScimError(...taken);
}

async function storeDirectoryUser({ services, tenant, tx }: DirectoryChange, userId: string, wanted: ScimUser) {
  const row = {
    externalId: wanted.externalId || null,
    userName: wanted.userName,
    givenName: wanted.name?.givenName ?? '',
    familyName: wanted.name?.familyName ?? '',
    changedAt: services.now(),
  };
  await tx
    .insert(directoryUsers)
    .values({ tenant, userId, ...row })
    .onConflictDoUpdate({ target: [directoryUsers.tenant, directoryUsers.userId], set: row })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new ScimError(...taken) : error;
    });
}
