import { rememberGlobals, watchLeftovers } from '@portico/module-kit/leftovers';
import { modulePrefix } from '@portico/shared';
import { attribute } from '../reports/attribute';
import { scriptsOf } from '../reports/scripts-of';

/** Names, on the console, what modules have left behind. */
export interface LeakWatch {
  /** A module is about to be mounted; the function it returns is called once it is unmounted. */
  enter(name: string): () => void;
}

/** Watches from now on what modules begin outside of their element, and knows whose it is by the script that does it. */
export function startLeakWatch(): LeakWatch {
  const [ownScript] = scriptsOf(new Error());
  const watch = watchLeftovers(() => {
    // Who calls the watch: what a library of the shell begins for a module, the shell ends.
    const caller = scriptsOf(new Error()).find((script) => script !== ownScript);
    const { source } = caller === undefined ? {} : attribute([caller], System.getImportMap().imports ?? {});
    return source?.startsWith(modulePrefix) ? source : undefined;
  });
  return {
    enter(name) {
      const newGlobals = rememberGlobals();
      return () => {
        const leftovers = [...watch.leftBy(name), ...newGlobals()].map(({ description }) => description);
        if (leftovers.length > 0) console.warn(`[portico] ${name} left behind: ${leftovers.join(', ')}.`);
      };
    },
  };
}
