import { and, eq, ne } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import {
  addMember,
  findRefusal,
  findUserAtTenant,
  isManageable,
  type UserAtTenant,
} from '../accounts/member-repository';
import { insertUser, lockUnchanged, type User } from '../accounts/user-repository';
import { recordOwnAction } from '../audit/audit-log';
import type { IdentityServices } from '../identity-services';
import { deleteMailedCodes } from '../passwords/mailed-codes';
import { userIdentities } from '../provider-tables';
import { isProvisioned } from '../scim/directory-users';
import { mailLater } from '../send-mail';
import { findUserOfSubject, type Provider } from './provider-repository';
import type { ProvidedAccount } from './read-answer';

/** The user of a sign-in. An existing one whom the provider does not know yet has to prove that the account is theirs. */
export interface Admission {
  readonly user: User;
  readonly needsProof: boolean;
}

/**
 * Finds the user of an account at a provider by its subject, or adds them. An e-mail alone never signs in, with one
 * exception: a verified one of an allowed domain, of a member whom the directory of the tenant has added and who has no
 * other tenant.
 * @throws ApiError 403 when they may not sign in
 */
export async function admitUser(
  services: IdentityServices,
  request: FastifyRequest,
  provider: Provider,
  { email, name, subject }: ProvidedAccount,
): Promise<Admission> {
  const { database, now } = services;
  const { createsUsers, domains, tenant } = provider;
  const values = { provider: provider.name, email: email ?? '' };
  const refuse = (reason: string) => createRefusal(provider, email, reason);

  const known = await findUserOfSubject(database, provider, subject);
  if (known !== undefined) {
    const reason = findRefusal(known);
    if (reason !== undefined) throw refuse(reason);
    return { user: known.user, needsProof: false };
  }

  if (email === undefined) throw new ApiError(403, 'provider-email-unverified', { values });
  if (domains.length > 0 && !isVouchedFor(provider, email))
    throw new ApiError(403, 'provider-email-foreign', { values });
  const found = await findUserAtTenant(database, email, tenant);
  if (found !== undefined) {
    const reason = findJoinRefusal(provider, found);
    if (reason !== undefined) throw refuse(reason);
    const { user } = found;
    await requireUnlinked(database, { provider, subject, user });
    // The directory of the tenant vouches for its own accounts, but for none that other tenants know too.
    const isKnown =
      isVouchedFor(provider, email) &&
      (await isProvisioned(database, { tenant, userId: user.id })) &&
      (await isManageable(database, user.id, tenant));
    if (isKnown) await linkAccount(services, request, { provider, subject, user });
    return { user, needsProof: !isKnown };
  }

  if (!createsUsers) throw refuse('user-unknown');
  return database.transaction(async (tx) => {
    const user = await insertUser(tx, { email, name: name ?? email, passwordHash: null }, now());
    // Another call has added the user meanwhile.
    if (user === undefined) throw new ApiError(503, 'busy');
    const about = { details: { provider: provider.id } };
    await recordOwnAction(tx, now(), request, { userId: user.id, tenant }, 'user-added', about);
    await linkUser(tx, request, { provider, subject, user }, now());
    return { user, needsProof: false };
  });
}

/** Says for the audit log why a user may neither sign in at the tenant of a provider nor join it. */
export function findJoinRefusal({ createsUsers }: Provider, found: UserAtTenant | undefined): string | undefined {
  const reason = findRefusal(found);
  return reason === 'not-a-member' && createsUsers ? undefined : reason;
}

/** Whether a provider may vouch for the domain of an e-mail. */
export function isVouchedFor({ domains }: Provider, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** A user, and the subject of their account at a provider. */
interface AccountLink {
  readonly provider: Provider;
  readonly subject: string;
  readonly user: User;
}

/**
 * Links an existing user to their account at a provider, makes them a member of its tenant, and mails them about it.
 * @param codeHash the hash of the mailed code by which the user has proved the account; it is used up
 * @throws ApiError 401 if another call used the code up, or changed the password, which a report also does
 */
export async function linkAccount(
  services: IdentityServices,
  request: FastifyRequest,
  { codeHash, ...link }: AccountLink & { readonly codeHash?: string | undefined },
): Promise<void> {
  const { database, now } = services;
  const { provider, user } = link;
  await database.transaction(async (tx) => {
    if (codeHash !== undefined && !(await deleteMailedCodes(tx, user.id)).includes(codeHash)) {
      throw new ApiError(401, 'code-invalid');
    }
    if (!(await lockUnchanged(tx, user))) throw new ApiError(401, 'wrong-credentials');
    await linkUser(tx, request, link, now());
  });
  mailLater(services, request, user, { mail: 'mail.provider-linked', values: { provider: provider.name } });
}

async function linkUser(
  tx: Executor,
  request: FastifyRequest,
  { provider, subject, user }: AccountLink,
  now: Date,
): Promise<void> {
  await requireUnlinked(tx, { provider, subject, user });
  const member = { userId: user.id, tenant: provider.tenant };
  await addMember(tx, member, now);
  const identity = { providerId: provider.id, subject, userId: user.id, createdAt: now };
  const linked = await tx.insert(userIdentities).values(identity).onConflictDoNothing().returning();
  if (linked.length === 0) {
    const owner = await findUserOfSubject(tx, provider, subject);
    if (owner?.user.id === user.id) return;
    throw new ApiError(503, 'busy');
  }
  await recordOwnAction(tx, now, request, member, 'identity-linked', { target: provider.id });
}

/** @throws ApiError 403 for a user who has another account at the provider, which may give an e-mail to another person */
async function requireUnlinked(executor: Executor, { provider, subject, user }: AccountLink): Promise<void> {
  const isOwn = and(eq(userIdentities.providerId, provider.id), eq(userIdentities.userId, user.id));
  const others = await executor.$count(userIdentities, and(isOwn, ne(userIdentities.subject, subject)));
  if (others > 0) throw createRefusal(provider, user.email, 'linked-already');
}

function createRefusal({ name }: Provider, email: string | undefined, reason: string): ApiError {
  return new ApiError(403, 'provider-user-refused', { values: { provider: name, email: email ?? '' }, reason });
}
