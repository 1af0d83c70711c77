import { describeGlobal, type Leftover, rememberGlobals, watchLeftovers } from '@portico/module-kit/leftovers';
import { modulePrefix } from '@portico/shared';
import { findOwners } from './trace-owners';

/** The mounts of a module. */
interface Mounted {
  /** The number of those on screen. */
  count: number;
  /** The leftovers that stay. */
  readonly left: Set<Leftover>;
  /** The pending timeouts by description with the calls, of which one was started while the module was not on screen. */
  readonly chains: Map<string, number>;
  /** The leftovers of every visit: descriptions with the calls. */
  readonly growing: Set<string>;
  /** The patterns of the globals of earlier visits, with their names. */
  readonly globals: Map<string, string[]>;
}

interface Found {
  readonly leftover: Leftover;
  /** The innermost call of the module. */
  readonly place: string | undefined;
  /** The description with all calls of the module. */
  readonly trace: string;
}

/**
 * Watches what modules, known by the calling scripts, start outside their element. Removes what grows: what a module has
 * left at an earlier visit as well, by the same calls. A timeout grows when it starts itself again while the module is
 * not on screen, and a further visit leaves one more. Globals grow when each visit adds one whose name differs only by
 * its number. The rest stays, such as the listener of a router that lives as long as the page.
 * @param logs whether the console lists what a module left behind
 */
export function startLeakWatch(logs: boolean) {
  const [{ script: own = '' } = {}] = parseCalls(new Error().stack);
  const watch = watchLeftovers(({ stack }) => findModule(parseCalls(stack).filter(({ script }) => script !== own)));
  const mounted = new Map<string, Mounted>();

  const find = (name: string): Found[] =>
    watch.leftBy(name).map((leftover) => {
      const places = parseCalls(leftover.error?.stack).flatMap(({ owner, place }) => (owner === name ? place : []));
      return { leftover, place: places[0], trace: [leftover.description, ...places].join(' ') };
    });

  /** Removes what grows; returns all that was left, except timeouts that end by themselves. */
  function clean(name: string, { chains, growing, left: earlier }: Mounted): string[] {
    const found = find(name);
    const before = new Set(found.flatMap(({ leftover, trace }) => (earlier.has(leftover) ? trace : [])));
    const timeouts = countTimeouts(found);
    for (const { leftover, trace } of found) {
      const hasGrown = isTimeout(leftover)
        ? (timeouts.get(trace) ?? 0) > (chains.get(trace) ?? Number.POSITIVE_INFINITY)
        : !earlier.has(leftover) && before.has(trace);
      if (hasGrown) growing.add(trace);
    }
    earlier.clear();
    return found.flatMap(({ leftover, place, trace }) => {
      if (growing.has(trace)) leftover.remove();
      else earlier.add(leftover);
      if (isTimeout(leftover) && !chains.has(trace)) return [];
      const text = place === undefined ? leftover.description : `${leftover.description} (${place})`;
      return growing.has(trace) ? `${text}, which the portal removed` : text;
    });
  }

  return {
    /** Call it before a module or a parcel of it is mounted; it returns a function to call after the unmount. */
    watchMount(name: string): () => void {
      const mounts: Mounted = mounted.get(name) ?? {
        count: 0,
        left: new Set(),
        chains: new Map(),
        growing: new Set(),
        globals: new Map(),
      };
      mounted.set(name, mounts);
      if (mounts.count === 0) findChains(find(name), mounts);
      mounts.count += 1;
      const newGlobals = rememberGlobals();
      return () => {
        mounts.count -= 1;
        // No stack tells which of several mounts needs it.
        if (mounts.count > 0) return;
        const left = [...clean(name, mounts), ...cleanGlobals(newGlobals(), mounts)];
        if (logs && left.length > 0) console.warn(`[portico] ${name} left behind: ${left.join(', ')}.`);
      };
    },
  };
}

function isTimeout({ kind }: Leftover): boolean {
  return kind === 'timeout';
}

function countTimeouts(found: readonly Found[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { leftover, trace } of found) if (isTimeout(leftover)) counts.set(trace, (counts.get(trace) ?? 0) + 1);
  return counts;
}

/** Finds the timeouts that were started after the last unmount, and others of the same calls. */
function findChains(found: readonly Found[], { chains, left }: Mounted): void {
  chains.clear();
  const counts = countTimeouts(found);
  for (const { leftover, trace } of found)
    if (isTimeout(leftover) && !left.has(leftover)) chains.set(trace, counts.get(trace) ?? 0);
}

/** Removes the globals of this and of earlier visits whose names differ only by numbers; describes those of this one. */
function cleanGlobals(names: readonly string[], { globals }: Mounted): string[] {
  const earlier = new Map(globals);
  return names.map((name) => {
    const pattern = name.replace(/\d+/g, '#');
    const before = pattern === name ? undefined : earlier.get(pattern);
    if (before === undefined) {
      globals.set(pattern, [...(globals.get(pattern) ?? []), name]);
      return describeGlobal(name);
    }
    for (const each of [...before, name]) Reflect.deleteProperty(window, each);
    return `${describeGlobal(name)}, which the portal removed`;
  });
}

interface Call {
  readonly script: string;
  /** Script, line and column, such as `https://…/orders.js:1:2345`. */
  readonly place: string;
  /** The import map name of the module or package whose script it is. */
  readonly owner: string | undefined;
}

function parseCalls(stack = ''): Call[] {
  return (stack.match(/[a-z][a-z\d+.-]*:\/\/\S*?:\d+:\d+/gi) ?? []).map((place) => {
    const script = place.replace(/:\d+:\d+$/, '');
    return { script, place, owner: findOwners([script])[0]?.name };
  });
}

/** Finds the module that calls directly, or through packages: the shell ends what it starts for a module. */
function findModule(calls: readonly Call[]): string | undefined {
  const other = calls.findIndex(({ owner }) => owner === undefined);
  const direct = calls.slice(0, other < 0 ? calls.length : other);
  const modules = new Set(direct.flatMap(({ owner }) => (owner?.startsWith(modulePrefix) ? owner : [])));
  // One module that calls another: either may need it.
  return modules.size === 1 ? [...modules][0] : undefined;
}
