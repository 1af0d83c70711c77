import type { Tenant } from '@portico/contract';
import { iconSizes } from './app-icon';

/**
 * The web application manifest of a tenant's portal (W3C, Web Application Manifest). Without it iOS lets nobody put the
 * portal on the home screen as an application, and there alone it allows notifications.
 */
export function appManifest(tenant: Tenant | undefined) {
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
