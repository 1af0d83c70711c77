import { findStyles, type RequestHandler } from '@portico/check';

interface Linked {
  /** The folder that a build writes. */
  readonly folder: string;
  /** The script of the module. */
  readonly entry: string;
  /** Its style sheets, if package.json names them. */
  readonly styles: readonly string[] | undefined;
}

/** Serves the entry with `Link` headers of its style sheets, which no script loads: pages of developers read them. */
export function linkStyles(answer: RequestHandler, { folder, entry, styles: declared }: Linked): RequestHandler {
  return async (request, response) => {
    if (getPath(request.url) === `/${entry}`) {
      // The folder may be written at this moment, and is not there before the first build.
      const found = await findStyles(folder, entry, declared).catch(() => ({ styles: [] }));
      for (const [name, value] of Object.entries(createStyleHeaders(found.styles))) response.setHeader(name, value);
    }
    await answer(request, response);
  };
}

/** @param styles by their names below the root of the server */
export function createStyleHeaders(styles: readonly string[]): Record<string, string> {
  const links = styles.map((name) => `<${encodeURI(`/${name}`)}>; rel=stylesheet`);
  return links.length === 0 ? {} : { 'Access-Control-Expose-Headers': 'Link', Link: links.join(', ') };
}

/** The path of a request; `undefined` if it is not valid. */
export function getPath(url = '/'): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
}
