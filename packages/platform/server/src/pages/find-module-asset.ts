import { findModuleOfSegment, modulePrefix, moduleVersionSchema } from '@portico/contract';
import { moduleFileNameSchema, publishedNameSchema } from '@portico/contract/publishing';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { findPreviews } from '../registry/audiences/preview-links';
import type { RegistryServices } from '../registry/create-registry';
import { getVersionFolder, parseModuleFolder } from '../registry/versions/addresses';
import { findLongestName } from '../registry/versions/version-repository';
import { readCohort } from './import-map-routes';
import { readPreviewTokens } from './previews';

/** Code has to come from the version that the page runs, which may be another one. */
const code = /\.(?:m?js|css)$/i;

/** The segments of a file's address after `/modules/`: those of the version come first. */
const folderSchema = v.looseTuple([
  v.pipe(v.string(), v.transform(parseModuleFolder), publishedNameSchema),
  moduleVersionSchema,
]);

/** Deeper addresses are cut at their start. */
const maxSegments = 10;

/**
 * Finds the file that a module requested by an address of its page, because its build has no public path: `/logo.svg`,
 * or `assets/logo.svg` relative to `/orders/list/7`. The module is that of the address, otherwise that of the page or
 * style sheet in the header `Referer`. Its version is the one of the caller's import map.
 * @returns the address of the file in the folder of the version
 */
export async function findModuleAsset(
  request: FastifyRequest,
  services: RegistryServices,
): Promise<string | undefined> {
  const { headers, hostname, url } = request;
  const [segment, ...rest] = splitPath(url);
  const referrer = splitPath(URL.parse(headers.referer ?? '')?.pathname ?? '/');
  const names = rest.slice(-maxSegments).map((_, index, segments) => segments.slice(index).join('/'));
  return (await findAddress([segment], names)) ?? findAddress(referrer, [[segment, ...rest].join('/')]);

  async function findAddress([first, ...others]: readonly (string | undefined)[], wanted: readonly string[]) {
    const valid = wanted.filter((name) => v.is(moduleFileNameSchema, name) && !code.test(name));
    if (first === undefined || valid.length === 0) return undefined;
    const folder = v.safeParse(folderSchema, first === 'modules' ? others : await findFolder(first));
    if (!folder.success) return undefined;
    const [module, version] = folder.output;
    const name = await findLongestName(services.database, module, version, valid);
    return name === undefined ? undefined : getVersionFolder(module, version) + name;
  }

  async function findFolder(first: string): Promise<readonly string[]> {
    const { active: previews } = await findPreviews(services, readPreviewTokens(request));
    const reader = {
      tenant: services.getTenantKey(hostname),
      cohort: readCohort(request),
      modules: new Set([first]),
      previews,
    };
    const { entries, imports } = (await services.registry.importMap.getMap(reader)).importMap;
    const module = findModuleOfSegment(first, imports, (address) => entries[address]);
    const [top, ...folder] = splitPath(imports[modulePrefix + module] ?? '');
    return top === 'modules' ? folder : [];
  }
}

/** Returns the decoded segments of a path without its query; none if it is malformed. */
function splitPath(address: string): string[] {
  try {
    const [path = ''] = address.split(/[?#]/, 1);
    return decodeURIComponent(path).split('/').filter(Boolean);
  } catch {
    return [];
  }
}
