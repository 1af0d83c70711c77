import { type Leftover, rememberGlobals, watchLeftovers } from '@portico/module-kit/leftovers';
import { modulePrefix } from '@portico/shared';
import { findOwners } from './trace-owners';

/** The mounts of a module. */
interface Mounted {
  /** The number of those on screen. */
  count: number;
  /** The leftovers that stay. */
  readonly left: Set<Leftover>;
  /** The leftovers of every visit: descriptions with the calls. */
  readonly growing: Set<string>;
}

/**
 * Watches what modules, known by the calling scripts, start outside their element. Removes what grows: what a module has
 * left at an earlier visit as well, by the same calls. The rest stays, such as the listener of a router that lives as
 * long as the page; so do globals, because code of the module may read them later.
 * @param logs whether the console lists what a module left behind
 */
export function startLeakWatch(logs: boolean) {
  const [{ script: own = '' } = {}] = parseCalls(new Error().stack);
  const watch = watchLeftovers((stack) => findModule(parseCalls(stack).filter(({ script }) => script !== own)));
  const mounted = new Map<string, Mounted>();

  /** Removes what grows; returns all that was left. */
  function clean(name: string, { growing, left: earlier }: Mounted): string[] {
    const found = watch.leftBy(name).map((leftover) => {
      const places = parseCalls(leftover.stack).flatMap(({ owner, place }) => (owner === name ? place : []));
      return { leftover, place: places[0], trace: [leftover.description, ...places].join(' ') };
    });
    const before = new Set(found.flatMap(({ leftover, trace }) => (earlier.has(leftover) ? trace : [])));
    for (const { leftover, trace } of found) if (!earlier.has(leftover) && before.has(trace)) growing.add(trace);
    earlier.clear();
    return found.map(({ leftover, place, trace }) => {
      if (growing.has(trace)) leftover.remove();
      else earlier.add(leftover);
      const text = place === undefined ? leftover.description : `${leftover.description} (${place})`;
      return growing.has(trace) ? `${text}, which the portal removed` : text;
    });
  }

  return {
    /** Call it before a module or a parcel of it is mounted; it returns a function to call after the unmount. */
    watchMount(name: string): () => void {
      const mounts = mounted.get(name) ?? { count: 0, left: new Set(), growing: new Set() };
      mounted.set(name, mounts);
      mounts.count += 1;
      const newGlobals = logs ? rememberGlobals() : () => [];
      return () => {
        mounts.count -= 1;
        // No stack tells which of several mounts needs it.
        if (mounts.count > 0) return;
        const left = [...clean(name, mounts), ...newGlobals()];
        if (logs && left.length > 0) console.warn(`[portico] ${name} left behind: ${left.join(', ')}.`);
      };
    },
  };
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
