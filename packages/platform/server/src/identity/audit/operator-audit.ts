import type { AuditRecord } from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { toApiError } from '../../http/answer-error';
import { parse } from '../../http/parse';
import type { IdentityServices } from '../identity-services';
import type { AuditEntry } from './audit-entry';
import { listAuditRecords, readCallOrigin, recordAudit } from './audit-log';
import { isNewRefusal } from './record-refusal';

const operator = { kind: 'operator' } as const;
const visitor = { kind: 'visitor' } as const;

/** Records a change by the operator, in its transaction. */
type RecordOperation = (
  tx: Executor,
  request: FastifyRequest,
  entry: Omit<AuditEntry, 'actor' | 'origin'>,
) => Promise<void>;

export function createOperationRecorder({ now }: Pick<IdentityServices, 'now'>): RecordOperation {
  return (tx, request, entry) => recordAudit(tx, now(), { ...entry, actor: operator, origin: readCallOrigin(request) });
}

/** Makes a change of the operator in a transaction, and returns the entry that records it. */
type Operation = (tx: Executor, request: FastifyRequest) => Promise<Omit<AuditEntry, 'actor' | 'origin'>>;

/** @returns adds a route that makes and records a change, and answers 204 */
export function createOperationRoutes(app: FastifyInstance, services: Pick<IdentityServices, 'database' | 'now'>) {
  const record = createOperationRecorder(services);
  return (method: 'PUT' | 'DELETE', url: string, operate: Operation): void => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        await services.database.transaction(async (tx) => record(tx, request, await operate(tx, request)));
        return reply.code(204).send();
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
    const { url: target = '' } = request.routeOptions;
    await recordAudit(database, now(), {
      action: 'operator-read',
      actor: operator,
      origin: readCallOrigin(request),
      target,
      ...parseTenant(request.params),
    });
  });
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status } = toApiError(error);
    // Strangers may send wrong keys without end.
    if (status === 401 && !isNewRefusal('operator', request.ip)) return;
    background.run(() =>
      recordAudit(database, now(), {
        action: 'operator-refused',
        actor: status === 401 ? visitor : operator,
        origin: readCallOrigin(request),
        target: `${request.method} ${request.routeOptions.url ?? ''}`,
        details: { reason },
      }),
    );
  });
}

const tenantSchema = v.object({ tenant: v.string() });

function parseTenant(parameters: unknown): { readonly tenant?: string } {
  return v.is(tenantSchema, parameters) ? { tenant: parameters.tenant } : {};
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
 * `GET /audit`: a page of the log, by time. The next page starts after the last record: `since` is its time, `after`
 * its id.
 */
export function registerOperatorAuditRoute(app: FastifyInstance, { database }: IdentityServices): void {
  app.get('/audit', (request): Promise<AuditRecord[]> => {
    const { since, after, limit } = parse(querySchema, request.query);
    return listAuditRecords(database, since, after, limit);
  });
}
