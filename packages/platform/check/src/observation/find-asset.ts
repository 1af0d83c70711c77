import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BuiltModule } from '../build/built-module';
import type { RequestHandler } from './local-server';
import { getFileName } from './name-source';

/** The portal leads no script or style sheet elsewhere: code has to come from the version that the page runs. */
const code = /\.(?:m?js|css)$/i;

/**
 * Finds the file of the build that a module requests by an address of its page, such as `/logo.svg` or
 * `/orders/list/assets/logo.svg`. The server finds it likewise (`find-module-asset.ts`).
 */
export function findAsset({ dist, key }: Pick<BuiltModule, 'dist' | 'key'>, url: string): string | undefined {
  const asked = getFileName(url, '/');
  if (asked === undefined || code.test(asked)) return undefined;
  const [first, ...rest] = asked.split('/');
  const names = first === key ? rest.map((_, index) => rest.slice(index).join('/')) : [asked];
  return names.find((name) => existsSync(path.join(dist, name)));
}

/** Leads requests of the page for files of the module to its folder, as the portal does for a version that it hosts. */
export function redirectAssets(module: BuiltModule, base: string, answer: RequestHandler): RequestHandler {
  return async (request, response) => {
    const name = module.mirror ? undefined : findAsset(module, new URL(request.url ?? '/', base).href);
    if (name === undefined || request.url === '/') return answer(request, response);
    response.writeHead(302, { Location: base + name, 'Access-Control-Allow-Origin': '*' }).end();
  };
}
