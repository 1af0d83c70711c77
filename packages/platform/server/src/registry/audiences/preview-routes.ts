import {
  type ListedPreview,
  moduleVersionSchema,
  newPreviewSchema,
  type PreviewLink,
  previewSchema,
  publishedNameSchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { parse, parseId } from '../../http/parse';
import { checkVersion } from '../checks/check-version';
import { publicationMaxBytes } from '../publications/publication-routes';
import type { RegistryServices } from '../services';
import { requireOwner, requirePublisher } from '../team-tokens/publisher';
import { prepareVersion } from '../versions/prepare-version';
import { linkToVersion, listPreviewLinks, revokePreview, storePreview } from './preview-links';

const parametersSchema = v.object({ module: publishedNameSchema, version: moduleVersionSchema });

/** The API for links that open a version in one browser. */
export function registerPreviewRoutes(app: FastifyInstance, services: RegistryServices): void {
  const ofModule = '/publishing/modules/:module';

  app.post(`${ofModule}/previews`, { bodyLimit: publicationMaxBytes }, async (request, reply): Promise<PreviewLink> => {
    const { module, publisher } = await requireOwner(request, services);
    const { checked, days, reason, ...publication } = parse(newPreviewSchema, request.body);
    const prepared = await prepareVersion(services, module, publication);
    const checkedBy = await checkVersion(services, prepared, checked ? 'team' : 'nobody');
    reply.code(201);
    return storePreview(services, publisher, { prepared, checkedBy, reason }, days);
  });

  app.post(`${ofModule}/versions/:version/preview`, async (request, reply): Promise<PreviewLink> => {
    const { publisher } = await requireOwner(request, services);
    const { module, version } = parse(parametersSchema, request.params);
    const { days } = parse(previewSchema, request.body ?? {});
    reply.code(201);
    return linkToVersion(services, publisher, { module, version, days });
  });

  app.get('/publishing/previews', async (request): Promise<ListedPreview[]> => {
    const publisher = await requirePublisher(request, services);
    const links = await listPreviewLinks(services.database, services.now());
    return links.filter(({ module }) => publisher.mayChange(module));
  });

  app.delete('/publishing/previews/:id', async (request, reply) => {
    const publisher = await requirePublisher(request, services);
    await revokePreview(services, publisher, parseId(request, 'preview-unknown'));
    return reply.code(204).send();
  });
}
