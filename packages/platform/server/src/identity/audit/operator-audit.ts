import { emailSchema } from '@portico/contract';
import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { toApiError } from '../../http/answer-error';
import type { ApiRequest, SchemaTypes } from '../../http/route-schemas';
import { findUserAtTenant } from '../accounts/member-repository';
import type { IdentityServices } from '../identity-services';
import { type CallEntry, getActor, recordCall } from './audit-log';
import { isNewRefusal } from './record-refusal';

const tenantSchema = v.object({ tenant: v.string() });
const userSchema = v.object({ email: emailSchema });

/** The permission of a change, and the schemas of its address, its query, its body and its answer. */
type OperationConfig<Params, Body, Answer, Query> = FastifyContextConfig & {
  readonly params?: Params;
  readonly querystring?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
};

/** A change that was made: the entry that records it, the answer, and work for after the answer, such as mails. */
interface Change<Answer> extends CallEntry {
  readonly answer?: Answer;
  readonly afterwards?: (() => Promise<void>) | undefined;
}

/** @returns adds a route that makes and records a change in one transaction; without a `permission` it is for operators */
export function createOperationRoutes(app: FastifyInstance, { background, database, now }: IdentityServices) {
  return <
    Params extends v.GenericSchema,
    Body extends v.GenericSchema,
    Answer extends v.GenericSchema,
    Query extends v.GenericSchema,
  >(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { params, querystring, body, answer: answerSchema, ...config }: OperationConfig<Params, Body, Answer, Query>,
    operate: (tx: Executor, request: ApiRequest<Params, Body, Query>) => Promise<Change<v.InferOutput<Answer>>>,
  ): void => {
    const status = method === 'POST' ? 201 : 200;
    app.withTypeProvider<SchemaTypes>().route({
      method,
      url,
      config,
      schema: {
        ...(params && { params }),
        ...(querystring && { querystring }),
        ...(body && { body }),
        ...(answerSchema && { response: { [status]: answerSchema } }),
      },
      handler: async (request: ApiRequest<Params, Body, Query>, reply: FastifyReply) => {
        const { answer, afterwards } = await database.transaction(async (tx) => {
          const { answer, afterwards, ...entry } = await operate(tx, request);
          await recordCall(tx, now(), request, entry);
          return { answer, afterwards };
        });
        if (afterwards) background.run(afterwards);
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
    // Callers who read about themselves.
    if (request.routeOptions.config.permission === 'any') return;
    const tenant = v.is(tenantSchema, request.params) ? request.params.tenant : undefined;
    const { url: target = '' } = request.routeOptions;
    const named = v.safeParse(userSchema, request.params);
    const found = named.success ? await findUserAtTenant(database, named.output.email, tenant ?? '') : undefined;
    // The log of a tenant does not tell which e-mails others have.
    const userId = tenant === undefined || found?.isMember ? found?.user.id : undefined;
    await recordCall(database, now(), request, { action: 'operator-read', target, tenant, userId });
  });
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status } = toApiError(error);
    const actor = getActor(request);
    const target = `${request.method} ${request.routeOptions.url ?? ''}`;
    // Strangers, and users without the role, may repeat a call without end.
    const repeated = actor.kind === 'visitor' ? [request.ip] : [actor.id ?? '', target, reason];
    if ((status === 401 || status === 403) && !isNewRefusal('operator', ...repeated)) return;
    background.run(() =>
      recordCall(database, now(), request, { action: 'operator-refused', target, details: { reason } }),
    );
  });
}
