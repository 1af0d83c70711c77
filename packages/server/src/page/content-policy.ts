import { createHash } from 'node:crypto';
import { type Configuration, pagePolicy } from '@portico/contract';

/** What stands in the page itself and is allowed by its digest. */
export interface InlineParts {
  readonly script: string;
  readonly style: string;
}

/** What is allowed to one browser alone, which has switched overrides on. */
export interface DeveloperAllowance {
  /** Where it may load modules from as well. */
  readonly origins: readonly string[];
  /** For the style tags of the interface of import-map-overrides; another one for every response. */
  readonly styleNonce: string;
}

/** What the web SDK of Firebase Cloud Messaging registers a browser with. */
const firebaseOrigins = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/**
 * The Content-Security-Policy of the page. No script runs but files of this origin and of the configured module
 * origins, which is also the one list of where modules may come from (design, section 9), but for a developer's browser.
 */
export function contentPolicy(
  { apiUrl, firebase, moduleOrigins, realtime, tenants }: Configuration,
  { script, style }: InlineParts,
  developer?: DeveloperAllowance,
): string {
  const origins = developer?.origins ?? [];
  const devServers = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const push = firebase === undefined ? [] : firebaseOrigins;
  return pagePolicy({
    modules: [...new Set([...moduleOrigins, ...origins])],
    scripts: [digest(script)],
    styles: [digest(style), ...(developer ? [`'nonce-${developer.styleNonce}'`] : [])],
    images: Object.values(tenants).flatMap(({ logo }) => originsOf(logo)),
    connections: [...originsOf(apiUrl), ...originsOf(realtime.url), ...push, ...devServers],
  });
}

/** None of a path, which is of the page's own origin. */
function originsOf(address = ''): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
