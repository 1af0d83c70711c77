import type { Evidence } from './evidence';

/** Chunks find the build they belong to by its name alone. */
export function judgeName({ module: { key }, seen }: Evidence): string[] {
  const globals = new Set(seen.chunkLoaders.map(({ global }) => global));
  return [...globals]
    .filter((global) => global !== chunkGlobalOf(key))
    .map((global) => {
      const fault =
        global === chunkGlobalOf('')
          ? 'Its build has no uniqueName'
          : `The uniqueName of its build is not its own (its chunks meet at window.${global})`;
      return `${fault}: set output.uniqueName to "${key}", or chunks of other modules become its own.`;
    });
}

/** As webpack makes it of a uniqueName. */
function chunkGlobalOf(uniqueName: string): string {
  return `webpackChunk${uniqueName.replace(/^([^a-zA-Z$_])/, '_$1').replaceAll(/[^a-zA-Z0-9$]+/g, '_')}`;
}

/** Sentences that stand in React, minified or not, and nowhere else; its symbols are in libraries around it, too. */
const ofReact = ['Minified React error #', 'Invalid hook call. Hooks can only be called'];

/** Of what was fetched: the copy that a container holds for portals without React stays where it is. */
export function judgeReact({ loaded }: Evidence): string[] {
  return loaded
    .filter(({ text }) => ofReact.some((sentence) => text.includes(sentence)))
    .map(
      ({ name }) =>
        `It brings a React of its own, in ${name}: a System module has react, react-dom, react-dom/client and react/jsx-runtime as externals, a container shares react, react/, react-dom and react-dom/.`,
    );
}
