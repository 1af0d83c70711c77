import type { App } from '@portico/contract';
import type { AppDefinition } from '@portico/contract/administration';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { appGrants, apps, effectiveGrants } from '../access-tables';
import type { IdentityServices } from '../identity-services';
import { addMember } from './member-repository';

interface AppKey {
  readonly tenant: string;
  readonly module: string;
}

export interface Grant extends AppKey {
  readonly userId: string;
}

export const matchesApp = ({ tenant, module }: AppKey) => and(eq(apps.tenant, tenant), eq(apps.module, module));

export const matchesGrant = ({ userId, tenant, module }: Grant) =>
  and(eq(appGrants.userId, userId), eq(appGrants.tenant, tenant), eq(appGrants.module, module));

/** Lists the apps that these users may use in any tenant. */
export function listGrantedApps(executor: Executor, userIds: readonly string[]) {
  const { userId, tenant, module } = effectiveGrants;
  return executor
    .select({ userId, tenant, module, app: apps })
    .from(effectiveGrants)
    .leftJoin(apps, and(eq(apps.tenant, effectiveGrants.tenant), eq(apps.module, effectiveGrants.module)))
    .where(inArray(effectiveGrants.userId, [...userIds]));
}

/** The console is an application of the portal itself: no tenant defines it. */
const consoleApp = {
  name: 'Console',
  description: 'Administração do portal',
  descriptionEn: 'Administration of the portal',
  placesOff: [],
};

/** Sorts as people do: 2 before 10, Á beside A. The order of a database depends on its locale. */
const collator = new Intl.Collator('pt', { numeric: true });

/** Returns the apps of one tenant as the API describes them, by name. */
export function toApps(
  granted: Awaited<ReturnType<typeof listGrantedApps>>,
  tenant: string,
  hasLogo: IdentityServices['hasLogo'],
): App[] {
  return granted
    .filter((grant) => grant.tenant === tenant)
    .map(({ module, app }) => ({ module, ...(app ?? consoleApp) }))
    .sort((one, other) => collator.compare(one.name, other.name) || collator.compare(one.module, other.module))
    .map(({ module, name, description, descriptionEn, placesOff }) => ({
      name,
      module,
      description,
      ...(descriptionEn && { description_en: descriptionEn }),
      ...(!hasLogo(module) && { logo: false }),
      ...(placesOff.length > 0 && { places_off: placesOff }),
    }));
}

export async function mayUseApp(executor: Executor, { userId, tenant, module }: Grant): Promise<boolean> {
  const { userId: user, tenant: place, module: app } = effectiveGrants;
  return (await executor.$count(effectiveGrants, and(eq(user, userId), eq(place, tenant), eq(app, module)))) > 0;
}

/** Lists the tenants in which a user may use a module. */
export async function listTenantsOfGrants(executor: Executor, userId: string, module: string): Promise<string[]> {
  const rows = await executor
    .select({ tenant: effectiveGrants.tenant })
    .from(effectiveGrants)
    .where(and(eq(effectiveGrants.userId, userId), eq(effectiveGrants.module, module)));
  return rows.map(({ tenant }) => tenant);
}

/** Lists those of the users who may use a module in any tenant. Their ids let the database read their grants only. */
export async function listUsersOfApp(
  executor: Executor,
  module: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await executor
    .select({ userId: effectiveGrants.userId })
    .from(effectiveGrants)
    .where(and(inArray(effectiveGrants.userId, [...userIds]), eq(effectiveGrants.module, module)));
  return new Set(rows.map(({ userId }) => userId));
}

export async function isAppDefined(executor: Executor, key: AppKey): Promise<boolean> {
  return (await executor.$count(apps, matchesApp(key))) > 0;
}

/** Defines an app of an existing tenant, or renames it. Keeps a description that is not given. */
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

/** Shows the parcels of an app in a place, or not. Returns whether the tenant has the app. */
export async function showInPlace(executor: Executor, key: AppKey, place: string, shown: boolean): Promise<boolean> {
  const others = sql`${apps.placesOff} - ${place}::text`;
  const placesOff = shown ? others : sql`(${others}) || to_jsonb(${place}::text)`;
  const changed = await executor
    .update(apps)
    .set({ placesOff })
    .where(matchesApp(key))
    .returning({ module: apps.module });
  return changed.length > 0;
}

export async function grantApp(executor: Executor, grant: Grant, now: Date): Promise<void> {
  await addMember(executor, grant, now);
  await executor.insert(appGrants).values(grant).onConflictDoNothing();
}
