import path from 'node:path';
import { runLimited } from '@portico/check/limited';
import { type Failure, type Frame, frameSchema, moduleFileMaxBytes } from '@portico/contract/publishing';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { createQueue } from '../../http/queue';
import { distFolder } from '../../process/folders';
import type { RegistryServices } from '../create-registry';
import { getFolder } from '../live-map/import-map-parts';
import { fetchFile } from '../versions/fetch-file';
import { findServableVersion, listVersionFiles } from '../versions/version-repository';

const program = path.join(distFolder, 'server/find-sources.js');
/** Most maps take 0.1 s, 10 MB of mappings one second. Megabytes of heap are for three of these. */
const limits = { timeout: 10_000, heap: 1024 };
/** Maximum number of maps for one stack: its first files are those of the module. */
const mapsMax = 3;
const fetchLimits = { maxBytes: moduleFileMaxBytes, timeout: 5_000 };
const queueLimits = { concurrency: 1, maxWaiting: 20 };

const framesSchema = v.pipe(v.string(), v.parseJson(), v.array(frameSchema));

/**
 * Creates the function that finds the positions of a stack in the sources, by the source maps of the version. A team
 * chooses these, so a process of its own reads them. Without a usable map, the stack stays as it is.
 */
export function createStackResolver(services: RegistryServices) {
  const queue = createQueue(queueLimits);
  // The console reads a failure again while it is on screen. The files of a version never change, but its host may be away.
  const resolved = new LRUCache<string, Frame[]>({ max: 500, ttl: 10 * 60_000 });

  return async (failure: Failure): Promise<Frame[]> => {
    const known = resolved.get(failure.id);
    if (known) return known;
    const stack = await queue.run(async () => findSources(failure.stack, await readMaps(services, failure)));
    resolved.set(failure.id, stack);
    return stack;
  };
}

async function findSources(frames: Frame[], maps: Readonly<Record<string, string>>): Promise<Frame[]> {
  if (Object.keys(maps).length === 0) return frames;
  const input = Buffer.from(JSON.stringify({ frames, maps }));
  const { end, output } = await runLimited({ ...limits, program, input });
  return end === 'success' ? v.parse(framesSchema, output) : frames;
}

/** Reads the maps beside the files of a stack: uploaded ones, or those at the host of the team. */
async function readMaps(
  { database, registry }: RegistryServices,
  { module, stack, version }: Failure,
): Promise<Record<string, string>> {
  const found = version === null ? undefined : await findServableVersion(database, module, version);
  if (found === undefined) return {};
  const folder = getFolder(found.address);
  const isUploaded = folder.startsWith('/');
  const sent = isUploaded ? await listVersionFiles(database, module, found.version) : [];
  const getAddress = (file: string) => (isUploaded ? new URL(file).pathname : file);

  async function readMap(file: string): Promise<Buffer | undefined> {
    const name = `${getAddress(file).slice(folder.length)}.map`;
    if (isUploaded) return registry.files.get(sent.find((one) => one.name === name)?.digest ?? '');
    await registry.requireAllowedAddress(file);
    return (await fetchFile(`${file}.map`, fetchLimits)).content;
  }

  const files = [...new Set(stack.map(({ file }) => file))].filter((file) => getAddress(file).startsWith(folder));
  const maps: Record<string, string> = {};
  for (const file of files.slice(0, mapsMax)) {
    const map = await readMap(file).catch(() => undefined);
    if (map) maps[file] = map.toString('utf8');
  }
  return maps;
}
