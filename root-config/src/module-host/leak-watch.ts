import { rememberGlobals, watchLeftovers } from '@portico/module-kit/leftovers';
import { modulePrefix } from '@portico/shared';
import { attribute, getActiveImports, parseScripts } from '../reports/attribute';

/** Watches what modules, known by the calling script, start outside their element; logs what they leave behind. */
export function startLeakWatch() {
  const [ownScript] = parseScripts(new Error());
  const watch = watchLeftovers(() => {
    // Only the direct caller: the shell ends what its libraries start for a module.
    const caller = parseScripts(new Error()).find((script) => script !== ownScript);
    const { source } = caller === undefined ? {} : attribute([caller], getActiveImports());
    return source?.startsWith(modulePrefix) ? source : undefined;
  });
  return {
    /** Call it before a module is mounted; it returns a function to call after the unmount. */
    watchMount(name: string): () => void {
      const newGlobals = rememberGlobals();
      return () => {
        const leftovers = [...watch.leftBy(name), ...newGlobals()].map(({ description }) => description);
        if (leftovers.length > 0) console.warn(`[portico] ${name} left behind: ${leftovers.join(', ')}.`);
      };
    },
  };
}
