import type { Evidence } from './evidence';
import { formatKilobytes } from './format-sizes';
import { describeOwnReact, explainReactMismatch } from './react-rules';

/** Applies all rules. @returns one sentence for each failure, with the remedy */
export function applyRules(evidence: Evidence): string[] {
  const rules = [checkErrors, checkUniqueName, checkPublicPath, checkPolicy, checkLeftovers, checkSize];
  return rules.flatMap((rule) => rule(evidence));
}

/** Remarks for the team or the operator that do not fail the check. */
export function findRemarks(evidence: Evidence): string[] {
  const { errors, reports } = evidence.seen;
  return [
    ...evidence.seen.kept.map((trace) => `It keeps ${describe(trace)}, which does not grow from visit to visit.`),
    ...describeOwnReact(evidence),
    ...findOtherOrigins(evidence).map((origin) => `It loads from ${origin}: add it to moduleOrigins of the portal.`),
    ...[...new Set(errors)].map((message) => `Uncaught error: ${message}`),
    ...reports.map((message) => `It reported: ${message}`),
  ];
}

function checkErrors(evidence: Evidence): string[] {
  const { key } = evidence.module;
  const refusals = {
    load: (message: string) => `It does not load: ${message}`,
    exports: () =>
      `Its exports cannot be mounted: export mount and unmount, or mount(element, props), or a default component, from the entry or from "./app" of a container (a container of library type var must be at window.${key.replaceAll('-', '_')}).`,
    mount: (message: string) => `Mounting it failed: ${message}`,
    crash: (message: string) => `It crashed: ${message}`,
    unmount: (message: string) => `Unmounting it failed: ${message}`,
  };
  return evidence.seen.failures.map(({ step, message }) => {
    const why = explainReactMismatch(message, evidence);
    return why === undefined ? refusals[step](message) : `${refusals[step](message)}. ${why}`;
  });
}

function checkLeftovers({ seen }: Evidence): string[] {
  return seen.leftovers.map((trace) => `It leaves ${describe(trace)} behind: unmount must undo what mount did.`);
}

type Trace = Evidence['seen']['leftovers'][number];

function describe({ description, place }: Trace): string {
  return place === undefined ? description : `${description} (${place})`;
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

/**
 * webpack and Rspack register chunks in a global named after `uniqueName`, so two builds on one page need two names. Any
 * name will do, such as that of the package; without one, all builds share a global.
 */
function checkUniqueName({ module: { key }, seen }: Evidence): string[] {
  const isUnnamed = seen.chunkLoaders.some(({ global }) => /^(webpack|rspack)Chunk$/.test(global));
  return isUnnamed
    ? [
        `The build has no uniqueName: set output.uniqueName to "${key}", or it mixes up its chunks with those of other modules.`,
      ]
    : [];
}
