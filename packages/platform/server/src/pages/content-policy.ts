import { createHash } from 'node:crypto';
import { type Configuration, hasExactOrigin, type PolicyNeeds, pagePolicy } from '@portico/contract';
import { policyReportPath } from '../operations/policy-report-routes';

/** The additional permissions of a browser with overrides on. */
export interface DeveloperAllowance {
  /** More origins that it may load modules from. */
  readonly origins: readonly string[];
  /** The page contains it as well, for browsers that hide the Server-Timing header. */
  readonly styleNonce: string;
}

/** Placeholder for the nonce of a response. */
const noncePlace = "'nonce-'";

/** The origins that the web SDK of Firebase Cloud Messaging calls. */
const firebaseOrigins = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/**
 * Creates the Content-Security-Policy of the page. It allows inline scripts and styles by digest, and other scripts from
 * this origin, the configured module origins and a developer's own origins. Scripts may add style tags with the nonce.
 * @returns the policy for a nonce
 */
export function createContentPolicy(
  { configuration, needs = {} }: { readonly configuration: Configuration; readonly needs?: PolicyNeeds },
  scripts: readonly string[],
  styles: readonly string[],
  developer?: DeveloperAllowance,
): (styleNonce: string) => string {
  const { apiUrl, firebase, moduleOrigins, realtime, tenants } = configuration;
  const origins = developer?.origins ?? [];
  const devServers = origins.map((origin) => origin.replace(/^http/, 'ws'));
  const push = firebase === undefined ? [] : firebaseOrigins;
  const policy = pagePolicy({
    modules: [...new Set([...moduleOrigins, ...origins])],
    scripts: scripts.map(digest),
    styles: [...styles.map(digest), noncePlace],
    images: Object.values(tenants).flatMap(({ logo }) => getOrigins(logo)),
    connections: [...getOrigins(apiUrl), ...getOrigins(realtime.url), ...push, ...devServers],
    needs,
  });
  const [before = '', after = ''] = `${policy}; report-uri ${policyReportPath}`.split(noncePlace);
  return (styleNonce) => `${before}'nonce-${styleNonce}'${after}`;
}

/** Returns the origin of an address; a path has none, because the page's own origin is allowed. */
export function getOrigins(address = ''): string[] {
  return hasExactOrigin(address) ? [new URL(address).origin] : [];
}

/** Returns the source that allows an inline script or style sheet. */
export function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Creates the policy of a page that loads and submits only what the directives allow. */
export function createClosedPolicy(...directives: readonly string[]): string {
  const closed = ['base-uri', 'form-action', 'frame-ancestors']
    .filter((name) => !directives.some((directive) => directive.startsWith(`${name} `)))
    .map((name) => `${name} 'none'`);
  return ["default-src 'none'", ...directives, ...closed].join('; ');
}
