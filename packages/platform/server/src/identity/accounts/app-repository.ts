import type { App, AppDefinition } from '@portico/contract';
import { and, asc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import type { IdentityServices } from '../identity-services';
import { appGrants, apps, users } from '../identity-tables';

interface AppKey {
  readonly tenant: string;
  readonly module: string;
}

export interface Grant extends AppKey {
  readonly userId: string;
}

const ofApp = ({ tenant, module }: AppKey) => and(eq(apps.tenant, tenant), eq(apps.module, module));

const ofGrant = ({ userId, tenant, module }: Grant) =>
  and(eq(appGrants.userId, userId), eq(appGrants.tenant, tenant), eq(appGrants.module, module));

/** Lists the apps that a user may use in a tenant, by name. */
export async function listAppsOfUser(
  { database, hasLogo }: Pick<IdentityServices, 'database' | 'hasLogo'>,
  userId: string,
  tenant: string,
): Promise<App[]> {
  const [apps = []] = await listGrantedAppsOfUsers(database, [{ userId, tenant }]);
  return markMissingLogos(apps, hasLogo);
}

/**
 * Lists the apps that each user may use in the tenant, by name, in the order of the users. Says nothing of logos, which
 * are not in the database.
 */
export async function listGrantedAppsOfUsers(
  database: Executor,
  asked: readonly Pick<Grant, 'userId' | 'tenant'>[],
): Promise<App[][]> {
  if (asked.length === 0) return [];
  const isAsked = or(
    ...asked.map(({ userId, tenant }) => and(eq(appGrants.userId, userId), eq(appGrants.tenant, tenant))),
  );
  const rows = await database
    .select({
      userId: appGrants.userId,
      tenant: appGrants.tenant,
      app: { name: apps.name, module: apps.module, description: apps.description },
      description_en: apps.descriptionEn,
    })
    .from(appGrants)
    .innerJoin(apps, and(eq(apps.tenant, appGrants.tenant), eq(apps.module, appGrants.module)))
    .where(isAsked)
    .orderBy(asc(apps.name));
  return asked.map(({ userId, tenant }) =>
    rows
      .filter((row) => row.userId === userId && row.tenant === tenant)
      .map(({ app, description_en }) => (description_en ? { ...app, description_en } : app)),
  );
}

/** Marks the apps without a logo. */
export function markMissingLogos(list: readonly App[], hasLogo: IdentityServices['hasLogo']): App[] {
  return list.map((app) => (hasLogo(app.module) ? app : { ...app, logo: false }));
}

export async function mayUseApp(executor: Executor, grant: Grant): Promise<boolean> {
  return (await executor.select().from(appGrants).where(ofGrant(grant))).length > 0;
}

/** Lists the tenants in which a user may use a module. */
export async function listTenantsOfUser(executor: Executor, userId: string, module: string): Promise<string[]> {
  const rows = await executor
    .select({ tenant: appGrants.tenant })
    .from(appGrants)
    .where(and(eq(appGrants.userId, userId), eq(appGrants.module, module)));
  return rows.map(({ tenant }) => tenant);
}

export async function isAppDefined(executor: Executor, key: AppKey): Promise<boolean> {
  return (await executor.select().from(apps).where(ofApp(key))).length > 0;
}

/** Defines an app of an existing tenant, or renames it. A description that is not given stays. */
export async function defineApp(
  executor: Executor,
  key: AppKey,
  { name, description, description_en }: AppDefinition,
): Promise<void> {
  await executor
    .insert(apps)
    .values({ ...key, name, description: description ?? '', descriptionEn: description_en ?? '' })
    .onConflictDoUpdate({
      target: [apps.tenant, apps.module],
      set: {
        name,
        ...(description !== undefined && { description }),
        ...(description_en !== undefined && { descriptionEn: description_en }),
      },
    });
}

/** Deletes an app of a tenant with its grants. Returns `false` when there is none. */
export async function deleteApp(executor: Executor, key: AppKey): Promise<boolean> {
  return (await executor.delete(apps).where(ofApp(key)).returning({ module: apps.module })).length > 0;
}

export async function grantApp(executor: Executor, grant: Grant): Promise<void> {
  await executor.insert(appGrants).values(grant).onConflictDoNothing();
}

export async function revokeApp(executor: Executor, grant: Grant): Promise<void> {
  await executor.delete(appGrants).where(ofGrant(grant));
}

/** Lists the apps of a tenant: a row for each user who may use the app, or one row without a user. */
export function listAppsOfTenant(executor: Executor, tenant: string) {
  return executor
    .select({ module: apps.module, name: apps.name, description: apps.description, email: users.email })
    .from(apps)
    .leftJoin(appGrants, and(eq(apps.tenant, appGrants.tenant), eq(apps.module, appGrants.module)))
    .leftJoin(users, eq(users.id, appGrants.userId))
    .where(eq(apps.tenant, tenant))
    .orderBy(asc(apps.module), asc(users.email));
}
