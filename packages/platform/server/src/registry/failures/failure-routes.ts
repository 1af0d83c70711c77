import { failurePageSchema, failureQuerySchema, failureSchema } from '@portico/contract/publishing';
import { ApiError } from '../../http/api-error';
import { requirePublished } from '../../http/find-nearest';
import { byIdSchema, parseId } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import type { RegistryServices } from '../create-registry';
import { getPublisher } from '../team-tokens/publisher';
import type { FailureFigures } from './failure-figures';
import { findFailure, listFailures } from './failure-repository';
import { createStackResolver } from './resolve-stack';

/** The routes that read failures: operators read all, a publisher those of the modules that they may change. */
export function registerFailureRoutes(app: ApiScope, services: RegistryServices, figures: FailureFigures): void {
  const { database } = services;
  const config = { permission: 'failures.read' } as const;
  const resolveStack = createStackResolver(services);

  const list = { querystring: failureQuerySchema, response: { 200: failurePageSchema } };
  app.get('/publishing/failures', { config, schema: list }, async (request) => {
    const { module } = request.query;
    await figures.refresh();
    const page = await listFailures(database, getPublisher(request).modules, request.query);
    const isMistake = page.items.length === 0 && module !== '' && !module.startsWith('@portico/');
    if (isMistake) requirePublished(module, await services.listModules(database));
    return page;
  });

  const read = { params: byIdSchema, response: { 200: failureSchema } };
  app.get('/publishing/failures/:id', { config, schema: read }, async (request) => {
    const id = parseId(request, 'failure-unknown');
    await figures.refresh();
    const failure = await findFailure(database, getPublisher(request).modules, id);
    if (failure === undefined) throw new ApiError(404, 'failure-unknown');
    return { ...failure, stack: await resolveStack(failure) };
  });
}
