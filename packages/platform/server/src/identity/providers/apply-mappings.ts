import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { claimMappings, claimMatches, groups } from '../access-tables';
import { tenantMembers } from '../account-tables';
import { matchesMember } from '../accounts/member-repository';
import { isLinked } from '../accounts/user-repository';
import { recordAudit } from '../audit/audit-log';

interface Mapping {
  readonly id: string;
  readonly claim: string;
  readonly value: string;
  readonly module: string | null;
  readonly group: string | null;
}

/** A member of a tenant, as they are known at a provider. */
export interface ProviderMember {
  readonly tenant: string;
  readonly providerId: string;
  readonly userId: string;
}

/** Claims of an ID token or of the userinfo endpoint. Their shapes are those of the provider. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Gives a member what their claims at a provider are mapped to, and takes away what these claims gave before. Grants by
 * hand, and those of other providers, stay.
 * @returns whether their access changed
 */
export function applyMappings(database: Executor, member: ProviderMember, claims: Claims, now: Date): Promise<boolean> {
  const { providerId, tenant, userId } = member;
  const { id, claim, value, module } = claimMappings;
  return database.transaction(async (tx) => {
    // Concurrent calls for one member wait for each other here.
    const members = await tx
      .select({ userId: tenantMembers.userId })
      .from(tenantMembers)
      .where(matchesMember(member))
      .for('no key update');
    if (members.length === 0) return false;
    const mappings = await tx
      .select({ id, claim, value, module, group: groups.name })
      .from(claimMappings)
      .leftJoin(groups, eq(groups.id, claimMappings.groupId))
      .where(and(eq(claimMappings.tenant, tenant), isOfProvider(providerId)))
      .for('key share', { of: claimMappings });
    const isOwn = and(eq(claimMatches.providerId, providerId), eq(claimMatches.userId, userId));
    const before = await tx.select({ id: claimMatches.mappingId }).from(claimMatches).where(isOwn);
    const had = new Set(before.map(({ id }) => id));
    // The account may have been unlinked since the provider's answer.
    const matched = (await isLinked(tx, providerId, userId)) ? findMatches(mappings, claims) : [];
    const gained = matched.filter(({ id }) => !had.has(id));
    const lost = mappings.filter((mapping) => had.has(mapping.id) && !matched.includes(mapping));
    for (const { id } of gained) {
      await tx.insert(claimMatches).values({ mappingId: id, providerId, tenant, userId }).onConflictDoNothing();
    }
    if (lost.length > 0) {
      const ids = lost.map(({ id }) => id);
      await tx.delete(claimMatches).where(and(isOwn, inArray(claimMatches.mappingId, ids)));
    }
    for (const [action, changed] of [
      ['access-granted', gained],
      ['access-revoked', lost],
    ] as const) {
      for (const { claim, group, module, value } of changed) {
        const about = { userId, tenant, target: module ?? group ?? undefined };
        await recordAudit(tx, now, { action, actor: { kind: 'portal' }, ...about, details: { claim, value } });
      }
    }
    return gained.length + lost.length > 0;
  });
}

/** Lists the claims of a provider that are mapped. */
export async function listMappedClaims(executor: Executor, tenant: string, providerId: string): Promise<string[]> {
  const rows = await executor
    .selectDistinct({ claim: claimMappings.claim })
    .from(claimMappings)
    .where(and(eq(claimMappings.tenant, tenant), isOfProvider(providerId)));
  return rows.map(({ claim }) => claim);
}

function isOfProvider(providerId: string) {
  return or(isNull(claimMappings.providerId), eq(claimMappings.providerId, providerId));
}

function findMatches(mappings: readonly Mapping[], claims: Claims): Mapping[] {
  const values = new Map<string, ReadonlySet<unknown>>();
  for (const { claim } of mappings) if (!values.has(claim)) values.set(claim, readValues(claims, claim));
  return mappings.filter(({ claim, value }) => values.get(claim)?.has(value));
}

/** Reads the values of a claim: one text, or texts in a list. Other shapes have none. */
function readValues(claims: Claims, claim: string): ReadonlySet<unknown> {
  // Keycloak nests its roles: `realm_access.roles`. The name of a claim of Auth0 is an address with dots.
  const found = Object.hasOwn(claims, claim) ? claims[claim] : claim.split('.').reduce<unknown>(readMember, claims);
  return new Set(Array.isArray(found) ? found : [found]);
}

function readMember(parent: unknown, name: string): unknown {
  const isObject = typeof parent === 'object' && parent !== null;
  return isObject && Object.hasOwn(parent, name) ? Reflect.get(parent, name) : undefined;
}
