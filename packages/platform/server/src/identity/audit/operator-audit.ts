import { type AuditRecord, emailSchema } from '@portico/contract';
import { aliasedTable, asc, eq, sql } from 'drizzle-orm';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { toApiError } from '../../http/answer-error';
import { parse } from '../../http/parse';
import { findUserByEmail } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { auditRecords, users } from '../identity-tables';
import type { AuditEntry } from './audit-entry';
import { readCallOrigin, recordAudit } from './audit-log';
import { getActor } from './call-actor';
import { isNewRefusal } from './record-refusal';

const visitor = { kind: 'visitor' } as const;

type OperationEntry = Omit<AuditEntry, 'actor' | 'origin'>;

const tenantSchema = v.object({ tenant: v.string() });
const userSchema = v.object({ email: emailSchema });

/** Records a change by the operator or by a person with a role, in its transaction. */
export function recordOperation(tx: Executor, at: Date, request: FastifyRequest, entry: OperationEntry): Promise<void> {
  return recordAudit(tx, at, { ...entry, actor: getActor(request), origin: readCallOrigin(request) });
}

/** Makes a change of the operator in a transaction. Returns the entry that records it, and the answer if there is one. */
type Operation = (tx: Executor, request: FastifyRequest) => Promise<OperationEntry & { readonly answer?: object }>;

/** @returns adds a route that makes and records a change; without a `permission` in `config` it is for operators */
export function createOperationRoutes(app: FastifyInstance, { database, now }: IdentityServices) {
  return (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    operate: Operation,
    config: FastifyContextConfig = {},
  ): void => {
    app.route({
      method,
      url,
      config,
      handler: async (request, reply) => {
        const answer = await database.transaction(async (tx) => {
          const { answer, ...entry } = await operate(tx, request);
          await recordOperation(tx, now(), request, entry);
          return answer;
        });
        const status = method === 'POST' ? 201 : 200;
        return reply.code(answer === undefined ? 204 : status).send(answer);
      },
    });
  };
}

/**
 * Records calls of the operator that change nothing: reads, before the answer, and refusals. Each route that changes
 * something records that itself.
 */
export function recordOperatorCalls(app: FastifyInstance, { background, database, now }: IdentityServices): void {
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const tenant = v.is(tenantSchema, request.params) ? request.params.tenant : undefined;
    const { url: target = '' } = request.routeOptions;
    const named = v.safeParse(userSchema, request.params);
    const userId = named.success ? (await findUserByEmail(database, named.output.email))?.id : undefined;
    await recordOperation(database, now(), request, { action: 'operator-read', target, tenant, userId });
  });
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status } = toApiError(error);
    // Strangers may send wrong keys without end.
    if (status === 401 && !isNewRefusal('operator', request.ip)) return;
    background.run(() =>
      recordAudit(database, now(), {
        action: 'operator-refused',
        actor: status === 401 ? visitor : getActor(request),
        origin: readCallOrigin(request),
        target: `${request.method} ${request.routeOptions.url ?? ''}`,
        details: { reason },
      }),
    );
  });
}

const pageMax = 500;
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const querySchema = v.object({
  since: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  after: v.optional(wholeNumber, '0'),
  limit: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(pageMax)), String(pageMax)),
});

/**
 * `GET /audit`: a page of the log, by time, with the e-mails of the users who still exist. The next page starts after the
 * last record: `since` is its time, `after` its id.
 */
export function registerOperatorAuditRoute(app: FastifyInstance, { database }: IdentityServices): void {
  const actors = aliasedTable(users, 'actors');
  app.get('/audit', async (request): Promise<AuditRecord[]> => {
    const { since, after, limit } = parse(querySchema, request.query);
    const rows = await database
      .select({ record: auditRecords, email: users.email, actorEmail: actors.email })
      .from(auditRecords)
      .leftJoin(users, eq(users.id, auditRecords.userId))
      .leftJoin(actors, eq(actors.id, auditRecords.actorId))
      .where(sql`(${auditRecords.at}, ${auditRecords.id}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`)
      .orderBy(asc(auditRecords.at), asc(auditRecords.id))
      .limit(limit);
    return rows.map(({ record, email, actorEmail }) => ({
      id: record.id,
      at: record.at.toISOString(),
      action: record.action,
      actor: { kind: record.actor, id: record.actorId, name: record.actorName ?? actorEmail },
      user: record.userId === null ? null : { id: record.userId, email },
      account: record.account,
      tenant: record.tenant,
      target: record.target,
      details: record.details,
      address: record.address,
      request_id: record.requestId,
    }));
  });
}
