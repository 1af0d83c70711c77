import type { Mount } from '@portico/module-kit/mounting';
import { mountOfModule } from '../module-host/mount-of-module';
import { withinTimeLimit } from '../module-host/time-limit';
import { type ChunkLoader, watchChunkLoaders } from './chunk-loaders';
import { type Fault, messageOf } from './fault';
import { settled } from './settled';
import { type Violation, watchViolations } from './violations';
import { visit } from './visit';

/** What was seen of a module while it was opened and left twice. It is for `portico check` to judge. */
export interface ModuleObservation {
  /** What ended the check early, or was wrong about an end. */
  readonly faults: readonly Fault[];
  /** What was still there after it was left. */
  readonly leftovers: readonly string[];
  /** What it told the portal by `report`. */
  readonly reports: readonly string[];
  readonly violations: readonly Violation[];
  readonly chunkLoaders: readonly ChunkLoader[];
}

// As in a portal whose configuration says nothing else.
const timeLimit = 15_000;

/** Loads the module of a key as the portal does, and opens and leaves it twice. Never rejects for what the module does. */
export async function checkModule(key: string): Promise<ModuleObservation> {
  const violations = watchViolations();
  const chunkLoaders = watchChunkLoaders();
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  const faults: Fault[] = [];
  history.replaceState({}, '', `/${key}/`);
  try {
    const mount = await withinTimeLimit(load(key), timeLimit, () => new Error('it takes longer than 15 s'));
    if (mount === undefined) faults.push({ step: 'exports', message: '' });
    while (mount && visits.length < 2 && visits.every((seen) => seen.faults.length === 0)) {
      visits.push(await visit(key, mount, timeLimit));
    }
  } catch (error) {
    faults.push({ step: 'load', message: messageOf(error) });
  }
  // A violation is told of later than what it stopped has failed.
  await settled();
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  return {
    faults: [...faults, ...visits.flatMap((seen) => seen.faults)],
    leftovers: unique(visits.flatMap((seen) => seen.leftovers)),
    reports: unique(visits.flatMap((seen) => seen.reports)),
    violations: violations(),
    chunkLoaders: chunkLoaders(),
  };
}

/** Without the tries that a portal makes when a server is down. */
async function load(key: string): Promise<Mount | undefined> {
  return mountOfModule(key, await System.import(`@module/${key}`));
}
