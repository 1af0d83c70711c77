/** What a page of the portal may load from elsewhere than its own origin, as sources of a content policy. */
export interface PageSources {
  /** The origins of modules: scripts, style sheets, pictures, fonts and calls. */
  readonly modules: readonly string[];
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  readonly connections?: readonly string[];
}

/** The Content-Security-Policy of a page of the portal. No script runs but files of its own origin and of these sources. */
export function pagePolicy({ modules, scripts = [], styles = [], images = [], connections = [] }: PageSources): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts, ...modules],
    'style-src': ["'self'", ...styles, ...modules],
    'img-src': ["'self'", 'data:', 'blob:', ...images, ...modules],
    'font-src': ["'self'", ...modules],
    'connect-src': ["'self'", ...connections, ...modules],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
