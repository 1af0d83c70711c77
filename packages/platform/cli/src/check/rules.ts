import { findNeed, formatNeeds, joinNeeds, listNeeds, type PolicyNeeds } from '@portico/contract';
import type { Evidence } from './evidence';
import { explainError } from './explain-error';
import { findExposedNames } from './exposed-names';
import { formatKilobytes } from './format-sizes';
import { getFileName } from './get-file-name';
import { formatMend } from './mend';
import { describeOwnReact, explainReactMismatch } from './react-rules';
import {
  checkStylesInMarkup,
  checkTopBar,
  checkUnaskedStyles,
  describeGlobalSelectors,
  isStyleViolation,
} from './style-rules';
import { describeUnaskedFiles } from './unasked-files';

/**
 * Applies all rules.
 * @returns one sentence for each failure, with the remedy
 */
export function applyRules(evidence: Evidence): string[] {
  const rules = [
    checkErrors,
    checkUniqueName,
    checkPublicPath,
    checkMisplacedFiles,
    checkPolicy,
    checkStylesInMarkup,
    checkTopBar,
    checkUnaskedStyles,
    checkServiceWorkers,
    checkLeftovers,
    checkSize,
    ({ unpublishable }: Evidence) => (unpublishable === undefined ? [] : [unpublishable]),
    ({ module }: Evidence) => module.typeBreaks ?? [],
  ];
  return rules.flatMap((rule) => rule(evidence));
}

/** Remarks for the team or the operator that do not fail the check. */
export function findRemarks(evidence: Evidence): string[] {
  const { errors, failures, reports } = evidence.seen;
  const uncaught = errors.filter((message) => failures.every((failure) => failure.message !== message));
  return [
    ...evidence.seen.kept.map((trace) => `It keeps ${describe(trace)}, which does not grow from visit to visit.`),
    ...describeOwnReact(evidence),
    ...describeGlobalSelectors(evidence),
    ...describeOrigins(evidence),
    ...describeUnaskedFiles(evidence),
    ...[...new Set(uncaught)].map((message) => `Uncaught error: ${message}`),
    ...reports.map((message) => `It reported: ${message}`),
  ];
}

function checkErrors(evidence: Evidence): string[] {
  const { bundler, loaded } = evidence;
  const { entry, key } = evidence.module;
  const variable = key.replaceAll('-', '_');
  const refusals = {
    load: (message: string) => `It does not load: ${message}${describeExposed(message)}`,
    exports: () =>
      `The exports of ${entry} cannot be mounted: export mount and unmount, or mount(element, props), or a default component, from the entry or from "./app" of a container (a UMD build and a container of library type var must be at window.${variable}).${formatMend('exports', key, bundler)}`,
    mount: (message: string) => `Mounting it failed: ${message}`,
    crash: (message: string) => `It crashed: ${message}`,
    unmount: (message: string) => `Unmounting it failed: ${message}`,
  };
  /** What a container exposes in place of the application. */
  function describeExposed(message: string): string {
    if (!message.includes('does not exist in container')) return '';
    const text = loaded.find(({ name }) => name === entry)?.text ?? '';
    const names = findExposedNames(text);
    return `${names.length > 0 ? ` It exposes ${names.join(', ')}.` : ''}${formatMend('exposes', key, bundler)}`;
  }

  return evidence.seen.failures.map(({ step, message }) => {
    const mismatch = explainReactMismatch(message, evidence);
    const explanation =
      mismatch === undefined ? explainError(message) : { why: mismatch, rule: 'share-react' as const };
    if (explanation === undefined) return refusals[step](message);
    const { rule, why } = explanation;
    return `${refusals[step](message).replace(/\.$/, '')}. ${why}${rule === undefined ? '' : formatMend(rule, key, bundler)}`;
  });
}

/** A worker that serves the whole origin answers for the shell and for all other modules. */
function checkServiceWorkers({ seen }: Evidence): string[] {
  return seen.serviceWorkers.map(
    ({ url, place }) =>
      `It registers a service worker, ${url}${place === undefined ? '' : ` (${place})`}: the portal has one for its whole origin, and takes no other.`,
  );
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

/** What webpack and Rspack write for each module with a devtool of the kind eval. */
const evalDevtool = /\beval\((?:"|__webpack_require__\.ts\()/;

type Violation = Evidence['seen']['violations'][number];

/** Violations of the content policy that no operator can allow, or that the module has to declare. */
function checkPolicy({ bundler, loaded, module, seen }: Evidence): string[] {
  const refused = seen.violations.filter((violation) => {
    const need = findNeed(violation, seen.base);
    return !isCodeWithAddress(violation) && !isStyleViolation(violation) && !(need && isOrigin(need));
  });
  return refused.map((violation) => {
    const { blocked, directive, place } = violation;
    const need = findNeed(violation, seen.base);
    if (need) {
      return `The content policy blocks ${listNeeds(need).join(', ')}${place === undefined ? '' : ` (${place})`}: declare it in package.json, and the operator allows it once.\n      → package.json: ${formatAllNeeds(module, seen)}`;
    }
    if (blocked === 'eval' && loaded.some(({ text }) => evalDevtool.test(text))) {
      return `The content policy blocks eval: choose a devtool that does not use eval.${formatMend('source-map', module.key, bundler)}`;
    }
    if (blocked === 'eval') {
      return `The content policy blocks code that is evaluated from text (eval, new Function)${place === undefined ? '' : `, in ${place}`}: use a build of that library without it.`;
    }
    return `The content policy blocks ${blocked} (${directive})${place === undefined ? '' : `, in ${place}`}.`;
  });
}

/** What package.json declares, and all that the check found, so that one line mends everything. */
function formatAllNeeds(module: Evidence['module'], seen: Evidence['seen']): string {
  const found = seen.violations.flatMap((violation) => findNeed(violation, seen.base) ?? []);
  return formatNeeds([module.policy ?? {}, ...found]);
}

/** Origins of calls, images, fonts, media and frames; an operator may allow them. */
function describeOrigins({ module, seen }: Evidence): string[] {
  const needs = seen.violations.flatMap((violation) => findNeed(violation, seen.base) ?? []).filter(isOrigin);
  if (needs.length === 0) return [];
  return [
    `It needs ${listNeeds(joinNeeds(needs)).join(', ')}: declare it in package.json, and the operator allows it once.\n      → package.json: ${formatAllNeeds(module, seen)}`,
  ];
}

/** Whether a need is the origin of data, which an operator may also have allowed for all modules. */
function isOrigin(need: PolicyNeeds): boolean {
  return listNeeds(need).some((text) => / (https?|wss?):/.test(text));
}

/** A script or style sheet with an address; the public path rule covers it. */
function isCodeWithAddress({ directive, blocked }: Violation): boolean {
  return /^(script|style)-src/.test(directive) && isAddress(blocked);
}

function isAddress(blocked: string): boolean {
  return /^(https?|wss?):/.test(blocked);
}

const advice =
  "use publicPath: 'auto' in a container of library type var, and src/public-path.ts in every other module with chunks or images (see docs/modules.md)";

/** A module must load its files from beside its entry, whatever the entry's address is. */
function checkPublicPath({ bundler, module, seen, loaded, misplaced, missing }: Evidence): string[] {
  const lookedFor = seen.chunkLoaders.map(({ publicPath }) => publicPath).filter((path) => !path.startsWith(seen.base));
  const asked = seen.requests
    .filter(
      ({ url, kind }) => url.startsWith(`${seen.portal}/`) && ['script', 'stylesheet', 'image', 'font'].includes(kind),
    )
    .map(({ url }) => url)
    // Every module may load images from the portal.
    .filter((url) => !/^\/(api|media)\//.test(new URL(url).pathname))
    .filter((url) => !misplaced.includes(getFileName(url, '/') ?? ''));
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
      (place) =>
        `Its public path is not automatic; it loads its files from ${place}: ${advice}.${formatMend('public-path', module.key, bundler)}`,
    ),
    ...missing.map((name) => `It requests ${name}, which does not exist in its build.`),
  ];
}

/** Addresses such as `/icons.svg` in the source, which lead to the portal. */
function checkMisplacedFiles({ misplaced }: Evidence): string[] {
  const [first] = misplaced;
  if (first === undefined) return [];
  const asked = misplaced.map((name) => `/${name}`).join(', ');
  return [
    `It requests ${asked} from the portal, but the file is in its build: import it in a script, or use new URL('${first}', import.meta.url).href.`,
  ];
}

/** Finds a fixed public path in webpack's output. Images give no other sign before they are shown. */
function findFixedPaths(entry: string): string[] {
  const written = entry.matchAll(/(?:\.p\s*=|[{,]\s*p\s*:)\s*(["'])((?:https?:\/)?\/(?:[^"']*\/)?)\1/g);
  return [...written].map(([, , address = '']) => address);
}

/**
 * webpack and Rspack register chunks in a global named after `uniqueName`, so two builds on one page need two names.
 * Any name will do, such as that of the package; without one, all builds share a global.
 */
function checkUniqueName({ bundler, module: { key }, seen }: Evidence): string[] {
  const isUnnamed = seen.chunkLoaders.some(({ global }) => /^(webpack|rspack)Chunk$/.test(global));
  return isUnnamed
    ? [
        `The build has no uniqueName: set output.uniqueName to "${key}", or it mixes up its chunks with those of other modules.${formatMend('unique-name', key, bundler)}`,
      ]
    : [];
}
