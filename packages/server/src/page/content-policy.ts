import { createHash } from 'node:crypto';
import type { Configuration } from '@portico/contract';

/** What stands in the page itself and is allowed by its digest. */
export interface InlineParts {
  readonly script: string;
  readonly style: string;
}

/** What the web SDK of Firebase Cloud Messaging registers a browser with. */
const firebaseOrigins = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/**
 * The Content-Security-Policy of the page. No script runs but files of this origin and of the configured module
 * origins, which is also the one list of where modules may come from (design, section 9).
 */
export function contentPolicy(
  { apiUrl, firebase, moduleOrigins, realtime, tenants }: Configuration,
  { script, style }: InlineParts,
): string {
  const modules = moduleOrigins.join(' ');
  const api = originOf(apiUrl);
  const broker = originOf(realtime.url);
  const push = firebase === undefined ? '' : firebaseOrigins.join(' ');
  const logos = Object.values(tenants)
    .map(({ logo }) => originOf(logo))
    .join(' ');
  const directives = {
    'default-src': "'none'",
    'script-src': `'self' ${digest(script)} ${modules}`,
    'style-src': `'self' ${digest(style)} ${modules}`,
    'img-src': `'self' data: blob: ${logos} ${modules}`,
    'font-src': `'self' ${modules}`,
    'connect-src': `'self' ${api} ${broker} ${push} ${modules}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.replace(/\s+/g, ' ').trim()}`)
    .join('; ');
}

/** Empty for a path of the page's own origin. */
function originOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
