import type { Configuration, Tenant } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appIcon, iconSizes, renderAppIcon } from './app-icon';
import { appManifest } from './app-manifest';
import { tenantOfHost } from './tenant-of-host';

/** What makes the portal an application of its tenant's on a home screen: the manifest, and the icons it names. */
export function registerAppIconRoutes(
  app: FastifyInstance,
  configurationFor: (hostname: string) => Promise<Configuration>,
): void {
  const tenantOf = async ({ hostname }: FastifyRequest): Promise<Tenant | undefined> =>
    tenantOfHost(await configurationFor(hostname));
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply
      .type(type)
      .headers({ 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' })
      .send(body);

  app.get('/manifest.webmanifest', async (request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(appManifest(await tenantOf(request)))),
  );
  app.get('/favicon.svg', async (request, reply) =>
    send(reply, 'image/svg+xml', appIcon((await tenantOf(request))?.accent)),
  );
  for (const size of iconSizes) {
    app.get(`/app-icon-${size}.png`, async (request, reply) =>
      send(reply, 'image/png', await renderAppIcon((await tenantOf(request))?.accent, size)),
    );
  }
}
