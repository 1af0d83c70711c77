import { formatKilobytes } from './format-sizes';
import type { Evidence } from './read-loaded-files';

/** Applies all rules. @returns one sentence for each failure, with the remedy */
export function applyRules(evidence: Evidence): string[] {
  const rules = [checkErrors, checkUniqueName, checkPublicPath, checkReact, checkPolicy, checkLeftovers, checkSize];
  return rules.flatMap((rule) => rule(evidence));
}

/** Remarks for the team or the operator that do not fail the check. */
export function findRemarks(evidence: Evidence): string[] {
  const { errors, reports } = evidence.seen;
  return [
    ...findOtherOrigins(evidence).map((origin) => `It loads from ${origin}: add it to moduleOrigins of the portal.`),
    ...[...new Set(errors)].map((message) => `Uncaught error: ${message}`),
    ...reports.map((message) => `It reported: ${message}`),
  ];
}

function checkErrors({ module: { key }, seen }: Evidence): string[] {
  const refusals = {
    load: (message: string) => `It does not load: ${message}`,
    exports: () =>
      `Its exports cannot be mounted: export mount and unmount, or mount(element, props), or a default component, from the entry or from "./app" of a container (a container of library type var must be at window.${key.replaceAll('-', '_')}).`,
    mount: (message: string) => `Mounting it failed: ${message}`,
    crash: (message: string) => `It crashed: ${message}`,
    unmount: (message: string) => `Unmounting it failed: ${message}`,
  };
  return seen.failures.map(({ step, message }) => refusals[step](message));
}

function checkLeftovers({ seen }: Evidence): string[] {
  return seen.leftovers.map((leftover) => `It leaves ${leftover} behind: unmount must undo what mount did.`);
}

function checkSize({ loaded, maxSize }: Evidence): string[] {
  const size = loaded.reduce((sum, file) => sum + file.size, 0);
  if (size <= maxSize) return [];
  return [
    `It is too large: ${formatKilobytes(size)} compressed until it is on screen; the limit is ${formatKilobytes(maxSize)}.`,
  ];
}

type Violation = Evidence['seen']['violations'][number];

/** Violations of the content policy that no operator can allow. */
function checkPolicy({ seen }: Evidence): string[] {
  const refused = seen.violations.filter((violation) => !isOtherOrigin(violation) && !isCodeWithAddress(violation));
  return refused.map(({ directive, blocked }) => {
    if (blocked === 'eval') return 'The content policy blocks eval: choose a devtool that does not use eval.';
    if (blocked === 'inline' && directive.startsWith('style-src')) {
      return 'The content policy blocks style tags: use CSS files or constructed style sheets.';
    }
    return `The content policy blocks ${blocked} (${directive}).`;
  });
}

/** Origins of data, images and fonts; an operator may allow them. */
function findOtherOrigins({ seen }: Evidence): string[] {
  return [...new Set(seen.violations.filter(isOtherOrigin).map(({ blocked }) => new URL(blocked).origin))];
}

/** A script or style sheet with an address; the public path rule covers it. */
function isCodeWithAddress({ directive, blocked }: Violation): boolean {
  return /^(script|style)-src/.test(directive) && isAddress(blocked);
}

function isOtherOrigin(violation: Violation): boolean {
  return isAddress(violation.blocked) && !isCodeWithAddress(violation);
}

function isAddress(blocked: string): boolean {
  return /^(https?|wss?):/.test(blocked);
}

const advice =
  "use publicPath: 'auto' in a container of library type var, and src/public-path.ts in every other module with chunks or images (see docs/modules.md)";

/** A module must load its files from beside its entry, whatever the entry's address is. */
function checkPublicPath({ module, seen, loaded, missing }: Evidence): string[] {
  const lookedFor = seen.chunkLoaders.map(({ publicPath }) => publicPath).filter((path) => !path.startsWith(seen.base));
  const asked = seen.requests
    .filter(
      ({ url, kind }) => url.startsWith(`${seen.portal}/`) && ['script', 'stylesheet', 'image', 'font'].includes(kind),
    )
    .map(({ url }) => url)
    // Every module may load images from the portal.
    .filter((url) => !/^\/(api|media)\//.test(new URL(url).pathname));
  const refused = seen.violations.filter(isCodeWithAddress).map(({ blocked }) => blocked);
  const written = loaded.filter(({ name }) => name === module.entry).flatMap(({ text }) => findFixedPaths(text));
  // Show the first cause only: each kind causes the next.
  const elsewhere = [lookedFor, [...asked, ...refused], written].find((places) => places.length > 0) ?? [];
  const shown = (place: string) => {
    const { href, origin, pathname } = new URL(place, seen.portal);
    return origin === seen.portal ? `${pathname} on the portal` : href;
  };
  return [
    ...[...new Set(elsewhere.map(shown))].map(
      (place) => `Its public path is not automatic; it loads its files from ${place}: ${advice}.`,
    ),
    ...missing.map((name) => `It requests ${name}, which does not exist in its build.`),
  ];
}

/** Finds a fixed public path in webpack's output. Images give no other sign before they are shown. */
function findFixedPaths(entry: string): string[] {
  const written = entry.matchAll(/(?:\.p\s*=|[{,]\s*p\s*:)\s*(["'])((?:https?:\/)?\/(?:[^"']*\/)?)\1/g);
  return [...written].map(([, , address = '']) => address);
}

/** webpack registers chunks in a global named after `uniqueName`, so two builds need two names. */
function checkUniqueName({ module: { key }, seen }: Evidence): string[] {
  const globals = new Set(seen.chunkLoaders.map(({ global }) => global));
  return [...globals]
    .filter((global) => global !== getChunkGlobal(key))
    .map((global) => {
      const problem =
        global === getChunkGlobal('')
          ? 'The build has no uniqueName'
          : `The uniqueName of the build is not the module key (its chunks register at window.${global})`;
      return `${problem}: set output.uniqueName to "${key}", or it mixes up its chunks with those of other modules.`;
    });
}

/** webpack derives the global from the uniqueName like this. */
function getChunkGlobal(uniqueName: string): string {
  return `webpackChunk${uniqueName.replace(/^([^a-zA-Z$_])/, '_$1').replaceAll(/[^a-zA-Z0-9$]+/g, '_')}`;
}

/** Messages that only React contains, minified or not. */
const reactMessages = ['Minified React error #', 'Invalid hook call. Hooks can only be called'];

/** Looks at loaded files only: a container may carry a React that it loads in portals without React. */
function checkReact({ loaded }: Evidence): string[] {
  return loaded
    .filter(({ text }) => reactMessages.some((sentence) => text.includes(sentence)))
    .map(
      ({ name }) =>
        `It bundles its own React, in ${name}: a System module must list react, react-dom, react-dom/client and react/jsx-runtime as externals; a container must share react, react/, react-dom and react-dom/.`,
    );
}
