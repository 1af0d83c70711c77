import type { FastifyInstance } from 'fastify';
import { acceptJson } from '../../http/read-body';
import { getActor, recordCall } from '../audit/audit-log';
import { isNewRefusal } from '../audit/record-refusal';
import type { IdentityServices } from '../identity-services';
import { describeServiceProvider, listResourceTypes, listSchemas } from './discovery';
import { registerScimGroupRoutes } from './group-routes';
import { answerScimError, toScimError } from './scim-error';
import { createUnknown, getBase, getTenant, setTenant } from './scim-request';
import { requireDirectory } from './scim-tokens';
import { registerScimUserRoutes } from './user-routes';

const mediaType = 'application/scim+json';

/**
 * The calls of the directory of a tenant, such as Microsoft Entra or Okta: it adds, changes and suspends members, and
 * manages groups (SCIM 2.0, RFC 7643 and RFC 7644). Needs its own scope.
 */
export async function registerScimRoutes(app: FastifyInstance, services: IdentityServices): Promise<void> {
  const { background, database, now } = services;
  acceptJson(app, [mediaType, 'application/json']);
  app.setErrorHandler(answerScimError);
  app.addHook('onRequest', async (request, reply) => {
    reply.type(mediaType);
    setTenant(request, await requireDirectory(request, services));
  });
  app.addHook('onError', async (request, _reply, error) => {
    const { scimType, status } = toScimError(error);
    const actor = getActor(request);
    // A conflict may be a search for accounts of others.
    if (status !== 401 && status !== 409) return;
    if (status === 401 && !isNewRefusal('scim', actor.id ?? request.ip)) return;
    background.run(() =>
      recordCall(database, now(), request, {
        action: 'scim-refused',
        tenant: getTenant(request),
        target: `${request.method} ${request.routeOptions.url ?? ''}`,
        details: { reason: scimType ?? String(status) },
      }),
    );
  });
  for (const [path, describe] of [
    ['/ServiceProviderConfig', describeServiceProvider],
    ['/ResourceTypes', listResourceTypes],
    ['/Schemas', listSchemas],
  ] as const) {
    app.get(path, async (request) => describe(getBase(request)));
  }
  registerScimUserRoutes(app, services);
  registerScimGroupRoutes(app, services);
  app.all('/*', () => {
    throw createUnknown();
  });
}
