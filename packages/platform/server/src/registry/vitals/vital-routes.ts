import { vitalsReportSchema } from '@portico/contract/publishing';
import type { FastifyInstance } from 'fastify';
import { parse } from '../../http/parse';
import { listTenantsOfGrants } from '../../identity/accounts/app-repository';
import { authenticate } from '../../identity/sessions/authenticate';
import type { RegistryServices } from '../create-registry';
import { countVitals } from './vital-repository';

/** Receives the web vitals of visits from browsers. Ignores those of modules that the user may not use. */
export function registerVitalRoutes(app: FastifyInstance, services: RegistryServices): void {
  const { database, now, throttle } = services;

  app.post('/publishing/vitals', async (request, reply) => {
    const { session, user } = await authenticate(request, services);
    // A page of the previous release reports one visit without an array.
    const visits = parse(vitalsReportSchema, [request.body].flat());
    await throttle.count(database, [['vitalsOfAccount', user.email]]);
    for (const visit of visits) {
      const tenants = await listTenantsOfGrants(database, user.id, visit.module);
      if (tenants.some((tenant) => (session.tenant ?? tenant) === tenant)) await countVitals(database, visit, now());
    }
    return reply.code(204).send();
  });
}
