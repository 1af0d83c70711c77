import type { Mount } from '@portico/module-kit/mounting';
import { findMount } from '../module-host/container';
import { withinTimeLimit } from '../module-host/time-limit';
import { awaitQuiet } from './await-quiet';
import { type CheckFailure, getMessage, visit } from './visit';

/** What the page saw while a module was mounted and unmounted twice; `portico check` applies its rules to it. */
interface ModuleObservation {
  /** Failures that ended the check early, and those of unmounts. */
  readonly failures: readonly CheckFailure[];
  /** What was left after an unmount. */
  readonly leftovers: readonly string[];
  /** What it reported by `portal.report`. */
  readonly reports: readonly string[];
  readonly violations: readonly Violation[];
  readonly chunkLoaders: readonly ChunkLoader[];
}

// The default of the configuration.
const timeLimit = 15_000;

/** Loads a module as the portal does, and mounts and unmounts it twice. Never rejects because of the module. */
export async function checkModule(key: string): Promise<ModuleObservation> {
  const violations = watchViolations();
  const chunkLoaders = watchChunkLoaders();
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  const failures: CheckFailure[] = [];
  history.replaceState({}, '', `/${key}/`);
  try {
    const mount = await withinTimeLimit(load(key), timeLimit, () => new Error('it takes longer than 15 s'));
    if (mount === undefined) failures.push({ step: 'exports', message: '' });
    while (mount && visits.length < 2 && visits.every((seen) => seen.failures.length === 0)) {
      visits.push(await visit(key, mount, timeLimit));
    }
  } catch (error) {
    failures.push({ step: 'load', message: getMessage(error) });
  }
  // The event of a violation comes after the error that it causes.
  await awaitQuiet();
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  return {
    failures: [...failures, ...visits.flatMap((seen) => seen.failures)],
    leftovers: unique(visits.flatMap((seen) => seen.leftovers)),
    reports: unique(visits.flatMap((seen) => seen.reports)),
    violations: violations(),
    chunkLoaders: chunkLoaders(),
  };
}

/** Without the retries of a portal. */
async function load(key: string): Promise<Mount | undefined> {
  return findMount(key, await System.import(`@module/${key}`));
}

interface Violation {
  /** Such as `script-src-elem`. */
  readonly directive: string;
  /** An address, or a word such as `eval` or `inline`. */
  readonly blocked: string;
}

/** Records violations of the content security policy; returns a function that lists them, each once. */
function watchViolations(): () => Violation[] {
  const seen = new Map<string, Violation>();
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: blocked }) => {
    seen.set(`${directive} ${blocked}`, { directive, blocked });
  });
  return () => [...seen.values()];
}

/** The part of a webpack build that loads its chunks. */
interface ChunkLoader {
  /** The window property by which chunks find the loader; its name contains the build's `uniqueName`. */
  readonly global: string;
  /** Where the loader looks for chunks: the build's public path, as an address. */
  readonly publicPath: string;
}

/** Returns a function that lists the loaders added to the page since. */
function watchChunkLoaders(): () => ChunkLoader[] {
  const known = new Set(findChunkGlobals());
  return () =>
    findChunkGlobals()
      .filter((global) => !known.has(global))
      .flatMap((global) => findPublicPaths(global).map((publicPath) => ({ global, publicPath })));
}

function findChunkGlobals(): string[] {
  return Object.keys(window).filter((name) => name.startsWith('webpackChunk'));
}

/** Asks the builds behind a global with an empty chunk, whose code each of them runs at once. */
function findPublicPaths(global: string): string[] {
  const paths: string[] = [];
  const chunks: unknown = Reflect.get(window, global);
  if (!Array.isArray(chunks)) return paths;
  const ask = (runtime: unknown) => {
    const path: unknown = typeof runtime === 'function' ? Reflect.get(runtime, 'p') : undefined;
    if (typeof path === 'string') paths.push(new URL(path, location.href).href);
  };
  chunks.push([['portico-check'], {}, ask]);
  return paths;
}
