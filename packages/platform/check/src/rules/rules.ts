import { findNeed, formatNeeds, joinNeeds, listNeeds, type PolicyNeeds } from '@portico/contract';
import { quote } from '../build/messages';
import { formatFix } from './bundler';
import { checkErrors } from './error-rules';
import type { Evidence } from './evidence';
import {
  checkMisplacedFiles,
  checkPublicPath,
  checkSize,
  describeForeignStyles,
  describeMisplacedFiles,
  describeUnaskedFiles,
  isCodeWithAddress,
} from './file-rules';
import { checkImports } from './import-rules';
import { describeOwnReact } from './own-react';
import {
  checkStylesInMarkup,
  checkTopBar,
  describeGlobalSelectors,
  describeScopedStyles,
  describeStyleAttributes,
  describeUnaskedStyles,
  isStyleAttribute,
  isStyleViolation,
} from './style-rules';

/** @returns one sentence for each failure, with the remedy */
export function applyRules(evidence: Evidence): string[] {
  const rules = [
    checkErrors,
    checkImports,
    checkUniqueName,
    checkPublicPath,
    checkMisplacedFiles,
    checkPolicy,
    checkStylesInMarkup,
    checkTopBar,
    checkServiceWorkers,
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
    ...evidence.seen.leftovers.map(
      (trace) =>
        `Every visit leaves ${describe(trace)} behind: the portal removes it, but unmount should undo what mount did.`,
    ),
    ...evidence.seen.kept.map((trace) => `It keeps ${describe(trace)}, which does not grow from visit to visit.`),
    ...(evidence.seen.isEmpty
      ? [
          'It shows nothing: its element has no content after its mount. Render into the "domElement" of the props, not into an element of another page.',
        ]
      : []),
    ...describeOwnReact(evidence),
    ...describeScopedStyles(evidence),
    ...describeGlobalSelectors(evidence),
    ...describeStyleAttributes(evidence),
    ...describeUnaskedStyles(evidence),
    ...describeOrigins(evidence),
    ...describeMisplacedFiles(evidence),
    ...describeForeignStyles(evidence),
    ...describeUnaskedFiles(evidence),
    ...[...new Set(uncaught)].map((message) => `Uncaught error: ${quote(message)}`),
    ...reports.map((message) => `It reported: ${quote(message)}`),
  ];
}

/** Refuses service workers: they would answer requests of the shell and of all other modules. */
function checkServiceWorkers({ seen }: Evidence): string[] {
  return seen.serviceWorkers.map(
    ({ url, place }) =>
      `It registers a service worker, ${url}${place === undefined ? '' : ` (${place})`}: the portal has one for its whole origin and allows no other.`,
  );
}

type Trace = Evidence['seen']['leftovers'][number];

function describe({ description, place }: Trace): string {
  return place === undefined ? description : `${description} (${place})`;
}

/** The code that webpack and Rspack write for each module with an eval devtool. */
const evalDevtool = /\beval\((?:"|__webpack_require__\.ts\()/;

/** Refuses violations of the content policy that no operator can allow, or that the module has to declare. */
function checkPolicy({ bundler, loaded, module, seen }: Evidence): string[] {
  const declared = listNeeds(module.policy ?? {});
  const refused = seen.violations.filter((violation) => {
    const need = findNeed(violation, seen.base);
    // A publication has a warning of needs that are declared and not allowed.
    const isKnown = need && listNeeds(need).every((one) => declared.includes(one));
    return !isCodeWithAddress(violation) && !isStyleViolation(violation) && !isKnown && !(need && isOrigin(need));
  });
  return refused.map((violation) => {
    const { blocked, directive, place } = violation;
    const need = findNeed(violation, seen.base);
    if (need) {
      return `The content policy blocks ${listNeeds(need).join(', ')}${place === undefined ? '' : ` (${place})`}: declare it in package.json, and the operator allows it once.\n      → package.json: ${formatAllNeeds(module, seen)}`;
    }
    if (blocked === 'eval' && loaded.some(({ text }) => evalDevtool.test(text))) {
      return `The content policy blocks eval: choose a devtool that does not use eval.${formatFix('source-map', module.key, bundler)}`;
    }
    if (blocked === 'eval') {
      return `The content policy blocks code that is evaluated from text (eval, new Function)${place === undefined ? '' : `, in ${place}`}: use a build of that library without it.`;
    }
    return `The content policy blocks ${blocked} (${directive})${place === undefined ? '' : `, in ${place}`}.`;
  });
}

/** Joins the needs of package.json with those that the check found: one line fixes all. */
function formatAllNeeds(module: Evidence['module'], seen: Evidence['seen']): string {
  const violations = seen.violations.filter((violation) => !isStyleAttribute(violation));
  const found = violations.flatMap((violation) => findNeed(violation, seen.base) ?? []);
  return formatNeeds([module.policy ?? {}, ...found]);
}

/** Describes origins of calls, images, fonts, media and frames; an operator may allow them. */
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

/**
 * webpack and Rspack register chunks in a global named after `uniqueName`, so two builds on one page need two names.
 * Any name works, such as that of the package; without one, all builds share a global.
 */
function checkUniqueName({ bundler, module: { key }, seen }: Evidence): string[] {
  const isUnnamed = seen.chunkLoaders.some(({ global }) => /^(webpack|rspack)Chunk$/.test(global));
  return isUnnamed
    ? [
        `The build has no uniqueName: set output.uniqueName to "${key}", or it mixes up its chunks with those of other modules.${formatFix('unique-name', key, bundler)}`,
      ]
    : [];
}
