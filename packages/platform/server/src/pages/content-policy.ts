import { createHash } from 'node:crypto';
import { type Configuration, type PolicyNeeds, pagePolicy } from '@portico/contract';
import { policyReportPath } from '../operations/policy-report-routes';

/** The additional permissions of a browser that has switched overrides on. */
export interface DeveloperAllowance {
  /** More origins that it may load modules from. */
  readonly origins: readonly string[];
  /** Also stands in its page, for browsers that do not show the timings of the server. */
  readonly styleNonce: string;
}

/** Where the nonce of a response belongs in a policy. */
const noncePlace = "'nonce-'";

/** The origins that the web SDK of Firebase Cloud Messaging calls. */
const firebaseOrigins = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

interface PolicySources {
  readonly configuration: Configuration;
  /** What the modules of the page need, as far as the operator allows it. */
  readonly needs?: PolicyNeeds | undefined;
}

/**
 * Creates the Content-Security-Policy of the page, which allows its inline scripts and styles by their digests. Scripts
 * run only from this origin and from the configured module origins, besides those of a developer's browser. Scripts may
 * add style tags with the nonce of the response.
 * @param scripts the inline scripts
 * @param styles the inline style sheets
 * @returns the policy for a nonce
 */
export function createContentPolicy(
  { configuration, needs = {} }: PolicySources,
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

/** None of a path, which is of the page's own origin. */
function getOrigins(address = ''): string[] {
  return URL.canParse(address) ? [new URL(address).origin] : [];
}

/** The source of a content policy that allows an inline script or style sheet. */
export function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
