import { existsSync } from 'node:fs';
import { findUserByEmail, insertUser } from '../accounts/user-repository';
import { defineApp, grantApp } from '../apps/app-repository';
import type { Executor } from '../database/database';
import { tenants, users } from '../database/tables';
import type { Services } from '../services';
import { insertTenant } from '../tenants/tenant-repository';
import { demoApps, demoPassword, demoTenants, demoUsers } from './demo-data';
import { demoServiceKeysFile, makeDemoServiceKeys } from './demo-service-keys';

/**
 * Fills an empty database with the demo accounts; one that holds anything is left alone. Tells whether they exist.
 * Where they do, the service keys of the demo modules are in the data folder.
 */
export async function seedDemo({ database, now, passwords }: Services, dataFolder: string): Promise<boolean> {
  const isFirstStart = await isEmpty(database);
  if (isFirstStart) {
    const passwordHash = await passwords.hash(demoPassword);
    await database.transaction((tx) => insertDemo(tx, passwordHash, now()));
  }
  const found = await Promise.all(demoUsers.map(({ email }) => findUserByEmail(database, email)));
  const hasDemo = found.every((user) => user !== undefined);
  if (hasDemo && (isFirstStart || !existsSync(demoServiceKeysFile(dataFolder)))) {
    await makeDemoServiceKeys(database, dataFolder, now());
  }
  return hasDemo;
}

async function isEmpty(database: Executor): Promise<boolean> {
  const rows = [...(await database.select().from(tenants).limit(1)), ...(await database.select().from(users).limit(1))];
  return rows.length === 0;
}

async function insertDemo(tx: Executor, passwordHash: string, now: Date): Promise<void> {
  for (const tenant of demoTenants) {
    await insertTenant(tx, tenant);
    for (const { module, ...app } of demoApps) await defineApp(tx, { tenant: tenant.key, module }, app);
  }
  for (const { email, name, modules } of demoUsers) {
    const user = await insertUser(tx, { email, name, passwordHash }, now);
    if (user === undefined) throw new Error(`The demo account ${email} could not be added.`);
    for (const tenant of demoTenants) {
      for (const module of modules) await grantApp(tx, { userId: user.id, tenant: tenant.key, module });
    }
  }
}
