import type { PolicyNeeds } from './policy-needs';

/** The other origins that a page may load from. */
interface PageSources {
  /** The origins of modules: scripts, style sheets, pictures, fonts and calls. */
  readonly modules: readonly string[];
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  readonly connections?: readonly string[];
  /** The needs of modules that the operator allows. */
  readonly needs?: PolicyNeeds;
}

// The host of an address may contain these characters (URL standard), which would end the directive.
const separator = /[\s;,]/;

/** Creates the Content-Security-Policy of a page. Only scripts of its own origin and of these sources run. */
export function pagePolicy({
  modules,
  scripts = [],
  styles = [],
  images = [],
  connections = [],
  needs = {},
}: PageSources): string {
  const { fonts = [], frames = [], media } = needs;
  const directives = {
    // For prefetches in Firefox and Safari. Every other kind of request has its own directive.
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...(needs.wasm ? ["'wasm-unsafe-eval'"] : []), ...modules],
    'style-src': ["'self'", ...styles, ...modules],
    ...(needs.styleAttributes && { 'style-src-attr': ["'unsafe-inline'"] }),
    'img-src': ["'self'", 'data:', 'blob:', ...images, ...(needs.images ?? []), ...modules],
    'font-src': ["'self'", ...fonts, ...modules],
    'connect-src': ["'self'", ...connections, ...(needs.connections ?? []), ...modules],
    'worker-src': ["'self'", ...(needs.workers ? ['blob:'] : [])],
    'manifest-src': ["'self'"],
    'child-src': ["'none'"],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'media-src': media ? ["'self'", ...media, ...modules] : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => !separator.test(source))].join(' '))
    .join('; ');
}
