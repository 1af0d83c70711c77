import { createHash, randomUUID } from 'node:crypto';
import { getPublishedName, isPackageName, modulePrefix } from '@portico/contract';
import { type FailureReport, failureReportSchema } from '@portico/contract/publishing';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../database/database';
import { isReferenceGone } from '../../database/database-errors';
import { TooManyTriesError } from '../../http/api-error';
import { parse } from '../../http/parse';
import { parseUserAgent } from '../../http/user-agent';
import { mayUseApp } from '../../identity/accounts/app-repository';
import { findCallTenant } from '../../identity/accounts/call-tenant';
import { authenticate } from '../../identity/sessions/authenticate';
import type { RegistryServices } from '../create-registry';
import { failurePeople, failures } from '../tables';
import { findVersionAt } from '../versions/version-repository';
import { describeError, type ErrorDescription } from './describe-error';
import type { FailureFigures } from './failure-figures';

/** A page reports each failure once, so few reports are many failures. Each process counts for itself. */
const limits = { reports: 60, period: 10 * 60_000, users: 10_000 };
const maxBytes = 64 * 1024;
/** Maximum number of failures of a module. */
export const failuresOfModuleMax = 200;

/** The person of a report, and where and when it came from. */
interface Reporter {
  readonly userId: string;
  readonly tenant: string;
  readonly browser: string;
}

/** Receives the failures that browsers report, of all versions. */
export function registerFailureReportRoute(
  app: FastifyInstance,
  services: RegistryServices,
  figures: FailureFigures,
): void {
  const counts = new LRUCache<string, number>({ max: limits.users, ttl: limits.period, noUpdateTTL: true });
  const record = createFailureRecorder(services, figures);
  app.addHook('onClose', figures.refresh);

  app.post('/failures', { bodyLimit: maxBytes }, async (request, reply) => {
    const { session } = await authenticate(request, services);
    const sent = counts.get(session.userId) ?? 0;
    if (sent >= limits.reports) throw new TooManyTriesError(limits.period / 1000);
    counts.set(session.userId, sent + 1);
    const report = parse(failureReportSchema, request.body);
    const { userId } = session;
    const tenant = session.tenant ?? findCallTenant(request, services);
    const { browser } = parseUserAgent(request.headers['user-agent'] ?? '');
    if (await mayReport(services, { userId, tenant }, report.source)) await record(report, { userId, tenant, browser });
    return reply.code(204).send();
  });
}

/** Whether a page of the user may have loaded a name of the import map. */
async function mayReport(
  { database, registry }: RegistryServices,
  user: Pick<Reporter, 'tenant' | 'userId'>,
  source: string,
): Promise<boolean> {
  const module = getPublishedName(source);
  if (source.startsWith(modulePrefix)) return mayUseApp(database, { ...user, module });
  if (isPackageName(module)) return (await registry.importMap.getModules()).has(module);
  return Object.hasOwn((await registry.importMap.readBase()).imports, source);
}

/** Creates the function that stores a report. */
function createFailureRecorder({ database, now }: RegistryServices, figures: FailureFigures) {
  // Most reports are of a known failure and version, and then write one row.
  const ids = new LRUCache<string, string>({ max: 5_000 });
  const versions = new LRUCache<string, string>({ max: 5_000 });

  async function findVersion(module: string, address: string): Promise<string> {
    const key = `${module} ${address}`;
    const version = versions.get(key) ?? (await findVersionAt(database, module, address));
    if (version !== '') versions.set(key, version);
    return version;
  }

  return async ({ address, kind, source, ...error }: FailureReport, reporter: Reporter): Promise<void> => {
    const module = getPublishedName(source);
    const description = describeError(error);
    const { message, name } = description;
    const digest = createHash('sha256').update([kind, name, message].join('\n')).digest('base64url');
    const failure = { module, version: await findVersion(module, address), digest, kind, ...description };
    const key = `${module} ${failure.version} ${digest}`;
    const isStored = await storeReport(failure, key, reporter);
    // Another process may have deleted the failure, whose id is cached here.
    if (!isStored) await storeReport(failure, key, reporter);
  };

  /** Returns whether it is stored: the failure or the user may have been deleted meanwhile. */
  async function storeReport(failure: NewFailure, key: string, reporter: Reporter): Promise<boolean> {
    const at = now();
    const id = ids.get(key) ?? (await findOrCreateFailure(database, failure, reporter, at));
    ids.set(key, id);
    const { browser, tenant } = reporter;
    try {
      await database
        .insert(failurePeople)
        .values({ failureId: id, ...reporter, times: 1, firstAt: at, lastAt: at })
        .onConflictDoUpdate({
          target: [failurePeople.failureId, failurePeople.userId],
          set: { tenant, browser, times: sql`${failurePeople.times} + 1`, lastAt: at },
        });
      figures.refreshSoon(id);
      return true;
    } catch (error) {
      if (!isReferenceGone(error)) throw error;
      ids.delete(key);
      return false;
    }
  }
}

interface NewFailure extends ErrorDescription {
  readonly module: string;
  readonly version: string;
  readonly digest: string;
  readonly kind: string;
}

async function findOrCreateFailure(
  database: Executor,
  failure: NewFailure,
  { browser, tenant }: Reporter,
  at: Date,
): Promise<string> {
  const { digest, module, version } = failure;
  const id = randomUUID();
  const created = await database
    .insert(failures)
    .values({ ...failure, id, people: 1, times: 1, firstAt: at, lastAt: at, tenants: [tenant], browsers: [browser] })
    .onConflictDoNothing()
    .returning({ id: failures.id });
  if (created.length > 0) {
    await deleteSurplus(database, module, id);
    return id;
  }
  const [found] = await database
    .select({ id: failures.id })
    .from(failures)
    .where(and(eq(failures.module, module), eq(failures.version, version), eq(failures.digest, digest)));
  // Another call deleted it in between. The report is dropped as one of a deleted failure.
  return found?.id ?? id;
}

/**
 * Deletes the failures of a module beyond the limit, besides the new one. First go those of one person, so that reports
 * that a user invents displace no failure of others; then the oldest.
 */
async function deleteSurplus(database: Executor, module: string, newId: string): Promise<void> {
  const surplus = database
    .select({ id: failures.id })
    .from(failures)
    .where(and(eq(failures.module, module), ne(failures.id, newId)))
    .orderBy(desc(sql`least(${failures.people}, 2)`), desc(failures.firstAt))
    .offset(failuresOfModuleMax - 1);
  // Other calls may delete the same ones: waiting for each other's rows would be a deadlock.
  const free = database
    .select({ id: failures.id })
    .from(failures)
    .where(inArray(failures.id, surplus))
    .for('update', { skipLocked: true });
  await database.delete(failures).where(inArray(failures.id, free));
}
