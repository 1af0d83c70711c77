/** The sources of other origins that a page may load from, for its content policy. */
interface PageSources {
  /** The origins of modules: scripts, style sheets, pictures, fonts and calls. */
  readonly modules: readonly string[];
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  readonly connections?: readonly string[];
}

/** Creates the Content-Security-Policy of a page. Only scripts of its own origin and of these sources run. */
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
