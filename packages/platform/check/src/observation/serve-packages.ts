import { fetchIntoFolder, type LocalPackage, type Mirror } from '../build/mirror';
import { type RequestHandler, serveFolder, startLocalServer } from './local-server';

/**
 * Serves a folder below a path; everything else is missing.
 * @param prefix the path, with a slash at the end
 * @param mirror where files are that the folder lacks
 * @param styleScope the scope of its style sheets
 */
export function serveBelow(
  prefix: string,
  folder: string,
  mirror: Mirror | undefined,
  styleScope?: string,
): RequestHandler {
  const files = serveFolder(folder, styleScope);
  return async (request, response) => {
    request.url = request.url?.startsWith(prefix) ? request.url.slice(prefix.length - 1) : '/';
    const { pathname } = new URL(request.url, 'http://localhost');
    if (mirror) await fetchIntoFolder(pathname.slice(1), folder, mirror);
    await files(request, response);
  };
}

/** One folder for each, so that the files of `rxjs/operators` are not below those of `rxjs`. */
function getPrefix(name: string): string {
  return `/${name.replaceAll('/', '~')}/`;
}

/**
 * Serves packages from one origin, each below its name.
 * @returns their addresses and policies by name, and the details of their entries by address, as an import map
 */
export async function servePackages(packages: Readonly<Record<string, LocalPackage>>) {
  const served = Object.entries(packages).map(([name, local]) => {
    const prefix = getPrefix(name);
    return { name, local, prefix, answer: serveBelow(prefix, local.folder, local.mirror) };
  });
  const server = await startLocalServer(async (request, response) => {
    const found = served.find(({ prefix }) => request.url?.startsWith(prefix));
    if (!found) return void response.writeHead(404).end();
    await found.answer(request, response);
  });
  const getAddress = (name: string, entry: string) => `${server.origin}${getPrefix(name)}${entry}`;
  return {
    imports: Object.fromEntries(served.map(({ local, name }) => [name, getAddress(name, local.entry)])),
    entries: Object.fromEntries(
      served.map(({ local: { details, entry }, name }) => [
        getAddress(name, entry),
        { ...details, ...(details.styles && { styles: details.styles.map((style) => getAddress(name, style)) }) },
      ]),
    ),
    policies: Object.fromEntries(served.map(({ local, name }) => [name, local.policy])),
    close: server.close,
  };
}
