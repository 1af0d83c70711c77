import path from 'node:path';
import { defaultAccent, type Tenant } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { loadSharp } from '../identity/images/convert-picture';
import { serverFolder } from '../process/folders';
import { getHostTenant, type ReadHost } from './host-configuration';

/** The widths of icons for home screens, in pixels. iOS uses 180. */
const iconSizes = [180, 192, 512];

/** The icon that systems cut to their own shape, and the margin that keeps the mark in its safe zone (W3C, 4.3.1). */
const maskable = { address: '/app-icon-maskable.png', size: 512, margin: 0.1 };

/** The width of the tab's icon. */
const tabIconSize = 64;

/** The white mark, 512 px wide. A PNG, because image reading has no SVG: users send images. */
const markFile = path.join(serverFolder, 'media/portal-mark.png');
const mark = 'M7 9h18M9 26V17a3.5 3.5 0 0 1 7 0v9M16 26V17a3.5 3.5 0 0 1 7 0v9';

/** The icon of the portal in the colour of a tenant, as SVG. */
function appIcon(accent = defaultAccent): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/>` +
    `<path d="${mark}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`
  );
}

const rendered = new Map<string, Buffer>();

/** Renders the icon as PNG, whose corners systems cut themselves. The margin is a fraction of the size. */
async function renderAppIcon(background = defaultAccent, size: number, margin = 0): Promise<Buffer> {
  const key = `${background} ${size} ${margin}`;
  const known = rendered.get(key);
  if (known) return known;
  const sharp = await loadSharp();
  const extend = Math.round(size * margin);
  const mark = sharp(markFile).resize(size - 2 * extend);
  const sides = { top: extend, right: extend, bottom: extend, left: extend, background };
  const icon = await mark.flatten({ background }).extend(sides).png().toBuffer();
  rendered.set(key, icon);
  return icon;
}

/** Serves the manifest and the icons, so that browsers can install the portal as an application of the tenant. */
export function registerAppIconRoutes(app: FastifyInstance, readHost: ReadHost): void {
  // Each tenant has its own files.
  const headers = { 'Cache-Control': 'public, max-age=86400', Vary: 'Host, X-Forwarded-Host' };
  type Render = (tenant: Tenant | undefined) => string | Promise<Buffer>;
  const serve = (address: string, type: string, render: Render) =>
    app.get(address, async ({ hostname }, reply) => {
      const content = await render(getHostTenant((await readHost(hostname)).configuration));
      return reply.type(type).headers(headers).send(content);
    });

  serve('/manifest.webmanifest', 'application/manifest+json', (tenant) => JSON.stringify(createAppManifest(tenant)));
  serve('/favicon.svg', 'image/svg+xml', (tenant) => appIcon(tenant?.accent));
  // Browsers request the last ones without a link, for files for example.
  for (const address of ['/favicon.png', '/favicon.ico']) {
    serve(address, 'image/png', (tenant) => renderAppIcon(tenant?.accent, tabIconSize));
  }
  serve('/apple-touch-icon.png', 'image/png', (tenant) => renderAppIcon(tenant?.accent, 180));
  serve(maskable.address, 'image/png', (tenant) => renderAppIcon(tenant?.accent, maskable.size, maskable.margin));
  for (const size of iconSizes) {
    serve(`/app-icon-${size}.png`, 'image/png', (tenant) => renderAppIcon(tenant?.accent, size));
  }
}

/** Creates the web application manifest of a tenant. On iOS, only installed portals may show notifications. */
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
    theme_color: tenant?.accent ?? defaultAccent,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...iconSizes.map((size) => ({
        src: `/app-icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
      })),
      { src: maskable.address, sizes: `${maskable.size}x${maskable.size}`, type: 'image/png', purpose: 'maskable' },
    ],
  };
}
