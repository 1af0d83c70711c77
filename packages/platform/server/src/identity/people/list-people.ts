import type { ListedPerson, PeoplePage, PeopleQuery, UserState } from '@portico/contract/administration';
import { type AnyColumn, and, asc, desc, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { cutPage, parseCursor } from '../../http/list-page';
import { tenantMembers, users } from '../account-tables';
import { arePasswordsOff } from '../accounts/tenant-repository';
import { matchSearch } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';
import type { IdentityServices } from '../identity-services';
import { matchesOtherWay } from './sign-in-ways';

/** Matches the members of a tenant; all users without one. */
export function isMemberOf(executor: Executor, tenant: string | undefined): SQL | undefined {
  if (tenant === undefined) return undefined;
  const { tenant: key, userId } = tenantMembers;
  return exists(
    executor
      .select({ userId })
      .from(tenantMembers)
      .where(and(eq(key, tenant), eq(userId, users.id))),
  );
}

/** Lists a page of the members of a tenant, or of all users. It reads the members, and records of one page only. */
export async function listPeople(
  services: Pick<IdentityServices, 'database' | 'getTenantKey' | 'throttle'>,
  tenant: string | undefined,
  { after, limit, search, sort, state }: PeopleQuery,
): Promise<PeoplePage> {
  const { database, throttle } = services;
  // The subjects of `listSignInTries`.
  const isLocked = (email: AnyColumn) =>
    sql<boolean>`(${throttle.isLocked('signInAnywhereOfAccount', sql`${email}`)} or ${
      tenant === undefined ? sql`false` : throttle.isLocked('signInOfAccount', sql`${`${tenant} `}::text || ${email}`)
    })`;
  const { suspendedAt, tenant: place, userId } = tenantMembers;
  const suspension = and(eq(place, tenant ?? ''), eq(userId, users.id), isNotNull(suspendedAt));
  const isSuspended = sql<boolean>`${exists(database.select({ userId }).from(tenantMembers).where(suspension))}`;
  const isOff = await arePasswordsOff(database, tenant);
  const hasPassword = isOff ? sql<boolean>`false` : sql<boolean>`(${users.passwordHash} is not null)`;
  const hasWay = sql<boolean>`(${or(hasPassword, await matchesOtherWay(services, tenant))})`;
  const key = sort.endsWith('email') ? users.email : users.foldedName;
  const [direction, comparison] = sort.startsWith('-') ? [desc, sql`<`] : [asc, sql`>`];
  const page = database
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      disabledAt: users.disabledAt,
      hasPassword: hasPassword.as('has_password'),
      hasWay: hasWay.as('has_way'),
      isSuspended: isSuspended.as('is_suspended'),
      key: sql<string>`${key}`.as('key'),
    })
    .from(users)
    .where(
      and(
        isMemberOf(database, tenant),
        matchSearch(search),
        state && matchesState(state, { hasPassword, hasWay, isLocked: isLocked(users.email), isSuspended }),
        after === '' ? undefined : sql`(${key}, ${users.email}) ${comparison} ${readCursor(after)}`,
      ),
    )
    .orderBy(direction(key), direction(users.email))
    .limit(limit + 1)
    .as('page');
  const rows = await database
    .select({
      email: page.email,
      name: page.name,
      disabledAt: page.disabledAt,
      hasPassword: page.hasPassword,
      hasWay: page.hasWay,
      isSuspended: page.isSuspended,
      key: page.key,
      isLocked: isLocked(page.email),
      lastSignInAt: sql`(${database
        .select({ at: auditRecords.at })
        .from(auditRecords)
        .where(and(eq(auditRecords.userId, page.id), eq(auditRecords.action, 'sign-in'), isOfTenant(tenant)))
        .orderBy(desc(auditRecords.at))
        .limit(1)})`.mapWith(auditRecords.at),
    })
    .from(page)
    .orderBy(direction(page.key), direction(page.email));
  const { items, next } = cutPage(rows, limit, ({ email, key }) => [key, email]);
  return { items: items.map(toListedPerson), next };
}

/** Matches the records of one tenant and those of the previous release, which name none; all without a tenant. */
export function isOfTenant(tenant: string | undefined): SQL | undefined {
  return tenant === undefined ? undefined : or(eq(auditRecords.tenant, tenant), isNull(auditRecords.tenant));
}

function readCursor(after: string): SQL {
  const [key, email] = parseCursor(v.tuple([v.string(), v.string()]), after);
  return sql`(${key}::text, ${email}::text)`;
}

function matchesState(
  state: UserState,
  facts: Readonly<Record<'hasPassword' | 'hasWay' | 'isLocked' | 'isSuspended', SQL>>,
): SQL | undefined {
  if (state === 'disabled') return isNotNull(users.disabledAt);
  const isEnabled = and(isNull(users.disabledAt), state === 'suspended' ? facts.isSuspended : not(facts.isSuspended));
  if (state === 'suspended') return isEnabled;
  if (state === 'no-password') return and(isEnabled, not(facts.hasWay));
  const isLocked = sql`(${facts.hasPassword} and ${facts.isLocked})`;
  return and(isEnabled, facts.hasWay, state === 'locked' ? isLocked : not(isLocked));
}

interface StateFacts {
  readonly disabledAt: Date | null;
  /** Whether the directory of the tenant has suspended the member. */
  readonly isSuspended: boolean;
  /** A password that signs in. */
  readonly hasPassword: boolean;
  /** Whether they have a password, a passkey or a provider. */
  readonly hasWay: boolean;
  /** Whether passwords are refused for a while. */
  readonly isLocked: boolean;
}

/** Returns what keeps a user from signing in, the first that applies. */
export function toUserState({ disabledAt, hasPassword, hasWay, isLocked, isSuspended }: StateFacts): UserState {
  if (disabledAt !== null) return 'disabled';
  if (isSuspended) return 'suspended';
  if (!hasWay) return 'no-password';
  return hasPassword && isLocked ? 'locked' : 'active';
}

type Row = StateFacts & { readonly email: string; readonly name: string; readonly lastSignInAt: Date | null };

function toListedPerson(row: Row): ListedPerson {
  const { disabledAt, email, lastSignInAt, name } = row;
  return {
    email,
    name,
    disabled: disabledAt !== null,
    state: toUserState(row),
    last_sign_in_at: lastSignInAt?.toISOString() ?? null,
  };
}
