import type { FastifyInstance } from 'fastify';
import { toApiError } from '../../http/answer-error';
import { readCallOrigin, recordAudit } from '../../identity/audit/record-audit';
import { isNewRefusal } from '../../identity/audit/record-refusal';
import type { RegistryServices } from '../services';
import { getPublisher } from './publisher';

/** Records who may not publish at all, and who tries to change the module of another team: each once a minute. */
export function recordPublishingRefusals(app: FastifyInstance, { background, database, now }: RegistryServices): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { code: reason, status, values } = toApiError(error);
    const isRefusal = status === 401 || status === 403;
    const { actor = { kind: 'visitor' } as const } = getPublisher(request) ?? {};
    const target = values.module;
    if (!isRefusal || !isNewRefusal('publishing', reason, actor.id ?? request.ip, target ?? '')) return;
    background.run(() =>
      recordAudit(database, now(), {
        action: 'publishing-refused',
        actor,
        origin: readCallOrigin(request),
        ...(target !== undefined && { target }),
        details: { reason },
      }),
    );
  });
}
