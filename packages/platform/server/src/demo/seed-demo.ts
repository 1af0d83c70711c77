import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Executor } from '../database/database';
import { users } from '../identity/account-tables';
import { defineApp, grantApp } from '../identity/accounts/app-repository';
import { addMember } from '../identity/accounts/member-repository';
import { insertTenant } from '../identity/accounts/tenant-repository';
import { insertUser } from '../identity/accounts/user-repository';
import type { IdentityServices } from '../identity/identity-services';
import { grantRole } from '../identity/roles/role-repository';
import { insertServiceKey } from '../identity/service-keys';
import { tenants } from '../identity/tenant-tables';
import { demoApps, demoPassword, demoTenants, demoUsers } from './demo-data';

/**
 * Adds the demo accounts to an empty database; does not change any other. Writes the service keys of the demo modules to
 * the data folder.
 * @returns whether the database has the demo accounts
 */
export async function seedDemo({ database, now, passwords }: IdentityServices, dataFolder: string): Promise<boolean> {
  const emails = demoUsers.map(({ email }) => email);
  const isNew = (await database.$count(users, inArray(users.email, emails))) === 0;
  if (isNew) {
    if ((await database.$count(tenants)) + (await database.$count(users)) > 0) return false;
    const passwordHash = await passwords.hash(demoPassword);
    await database.transaction((tx) => insertDemo(tx, passwordHash, now()));
  }
  // `portico notify` reads this file.
  const keysFile = path.join(dataFolder, 'service-keys.json');
  if (isNew || !existsSync(keysFile)) await createDemoServiceKeys(database, keysFile, now());
  return true;
}

async function insertDemo(tx: Executor, passwordHash: string, now: Date): Promise<void> {
  for (const tenant of demoTenants) {
    await insertTenant(tx, tenant);
    for (const { module, ...app } of demoApps) await defineApp(tx, { tenant: tenant.key, module }, app);
  }
  for (const { email, name, modules, roles = [] } of demoUsers) {
    const user = await insertUser(tx, { email, name, passwordHash }, now);
    if (user === undefined) throw new Error(`The demo account ${email} could not be added.`);
    for (const tenant of demoTenants) {
      const member = { userId: user.id, tenant: tenant.key };
      await addMember(tx, member, now);
      for (const module of modules) await grantApp(tx, { ...member, module }, now);
    }
    for (const role of roles) await grantRole(tx, user.id, role, now);
  }
}

/** Creates a service key for each demo module, in a file that only its owner can read. */
async function createDemoServiceKeys(database: Executor, file: string, now: Date): Promise<void> {
  const keys: Record<string, string> = {};
  for (const { module } of demoApps) {
    keys[module] = (await insertServiceKey(database, { module, name: 'Demo' }, now)).key;
  }
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
}
