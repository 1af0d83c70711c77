import { trialOutcomeSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate';
import { parse } from '../parse';
import type { Services } from '../services';
import { noteOutcome } from './note-outcome';

/** Where browsers tell how a version on trial fares. */
export function registerOutcomeRoutes(app: FastifyInstance, services: Services): void {
  app.post('/publishing/outcomes', async (request, reply) => {
    const { user } = await authenticate(request, services);
    const outcome = parse(trialOutcomeSchema, request.body);
    const reason = await noteOutcome(services, user.id, outcome);
    const { module, version } = outcome;
    if (reason !== undefined) request.log.warn({ module, version, reason }, 'A version was taken back');
    return reply.code(204).send();
  });
}
