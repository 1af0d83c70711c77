import path from 'node:path';
import type { Configuration, Tenant } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loadSharp } from '../identity/images/square-photo';
import { serverFolder } from '../process/folders';
import { getHostTenant } from './host-configuration';

/** The widths of icons for home screens, in pixels; 180 is for iOS. */
const iconSizes = [180, 192, 512];

/** The width of the icon of the tab. */
const tabIconSize = 64;

const portalRed = '#c3311d';

/** The white mark, 512 px wide. PNG, because this process does not read SVG: users send images. */
const markFile = path.join(serverFolder, 'media/portal-mark.png');
const mark = 'M7 9h18M9 26V17a3.5 3.5 0 0 1 7 0v9M16 26V17a3.5 3.5 0 0 1 7 0v9';

/** The icon of the portal in the colour of a tenant, as SVG. */
function appIcon(accent = portalRed): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/>` +
    `<path d="${mark}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`
  );
}

const rendered = new Map<string, Buffer>();

/** The same as PNG, for systems that draw no SVG. They cut the corners themselves. */
async function renderAppIcon(accent = portalRed, size: number): Promise<Buffer> {
  const key = `${accent} ${size}`;
  const icon = rendered.get(key) ?? (await render(accent, size));
  rendered.set(key, icon);
  return icon;
}

async function render(background: string, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(markFile).resize(size, size).flatten({ background }).png().toBuffer();
}

/** The manifest and icons that make the portal an installable application of its tenant. */
export function registerAppIconRoutes(
  app: FastifyInstance,
  getConfiguration: (hostname: string) => Promise<Configuration>,
): void {
  const getTenantKey = async ({ hostname }: FastifyRequest): Promise<Tenant | undefined> =>
    getHostTenant(await getConfiguration(hostname));
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply
      .type(type)
      .headers({
        'Cache-Control': 'public, max-age=86400',
        // They are the tenant's.
        Vary: 'Host, X-Forwarded-Host',
      })
      .send(body);

  app.get('/manifest.webmanifest', async (request, reply) =>
    send(reply, 'application/manifest+json', JSON.stringify(createAppManifest(await getTenantKey(request)))),
  );
  app.get('/favicon.svg', async (request, reply) =>
    send(reply, 'image/svg+xml', appIcon((await getTenantKey(request))?.accent)),
  );
  app.get('/favicon.png', async (request, reply) =>
    send(reply, 'image/png', await renderAppIcon((await getTenantKey(request))?.accent, tabIconSize)),
  );
  for (const size of iconSizes) {
    app.get(`/app-icon-${size}.png`, async (request, reply) =>
      send(reply, 'image/png', await renderAppIcon((await getTenantKey(request))?.accent, size)),
    );
  }
}

/**
 * The web application manifest of a tenant's portal (W3C, Web Application Manifest). iOS
 * requires it to install the portal on the home screen, and allows notifications only there.
 */
function createAppManifest(tenant: Tenant | undefined) {
  const name = tenant?.name ?? 'Portico';
  return {
    id: '/',
    name,
    short_name: name,
    lang: 'pt-BR',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...iconSizes.map((size) => ({
        src: `/app-icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
    ],
  };
}
