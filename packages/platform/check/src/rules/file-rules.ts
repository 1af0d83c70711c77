import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatKilobytes, formatList } from '../build/messages';
import { type FixedRule, formatFix } from './bundler';
import type { Evidence } from './evidence';

/** Names needless files. They do no harm, so this is a remark. */
export function describeUnaskedFiles({ bundler, module, unaskedFiles }: Evidence): string[] {
  if (unaskedFiles.length === 0) return [];
  const names = unaskedFiles.map(({ name }) => name);
  const size = unaskedFiles.reduce((sum, file) => sum + file.size, 0);
  const [why, rule] = findOrigin(names, module.folder);
  const fix = formatFix(rule, module.key, bundler);
  return [`Nothing asks for ${formatList(names, 5)} (${formatKilobytes(size)} to publish). ${why}${fix}`];
}

/** Finds where needless files come from, and the rule whose line of configuration avoids them. */
function findOrigin(names: readonly string[], folder: string): readonly [why: string, rule: FixedRule] {
  if (names.every((name) => /[.-]legacy[.-]/.test(name))) {
    return ['The build makes them for browsers without ES modules, which no portal supports.', 'modern-browsers'];
  }
  if (names.every((name) => existsSync(path.join(folder, 'public', name)))) {
    return ['The build copies them from public/: delete them there, or copy nothing.', 'public-folder'];
  }
  return ['An earlier build left them, or nothing uses them: empty the folder before each build.', 'clean-folder'];
}

/** Refuses a module that loads more than the limit until it is on screen. */
export function checkSize({ loaded, maxSize }: Evidence): string[] {
  const size = loaded.reduce((sum, file) => sum + file.size, 0);
  if (size <= maxSize) return [];
  return [
    `It is too large: ${formatKilobytes(size)} compressed until it is on screen; the limit is ${formatKilobytes(maxSize)}.`,
  ];
}

/** Whether the policy blocked a script or style sheet with an address; the public path rule covers it. */
export function isCodeWithAddress({ directive, blocked }: Evidence['seen']['violations'][number]): boolean {
  return /^(script|style)-src/.test(directive) && /^(https?|wss?):/.test(blocked);
}

const advice = {
  webpack:
    "use publicPath: 'auto' in a container of library type var, and src/public-path.ts in every other module with chunks or images (see docs/modules.md)",
  others: 'load them from beside the entry',
};

/** Refuses a module that does not load its files from beside its entry. */
export function checkPublicPath(evidence: Evidence): string[] {
  const { bundler, dependencies, loaded, misplaced, missing, module, seen, isOneFile } = evidence;
  const lookedFor = seen.chunkLoaders.map(({ publicPath }) => publicPath).filter((path) => !path.startsWith(seen.base));
  const asked = seen.requests
    .filter(
      ({ url, kind }) => url.startsWith(`${seen.portal}/`) && ['script', 'stylesheet', 'image', 'font'].includes(kind),
    )
    .map(({ url }) => url)
    // Every module may load images from the portal.
    .filter((url) => !/^\/(api|media)\//.test(new URL(url).pathname))
    .filter((url) => !misplaced.some((name) => new URL(url).pathname.endsWith(`/${name}`)));
  const refused = seen.violations.filter(isCodeWithAddress).map(({ blocked }) => blocked);
  const foreign = listForeignStyles(evidence);
  // A build of one file loads nothing from there.
  const written = loaded
    .filter(({ name }) => name === module.entry && !isOneFile)
    .flatMap(({ text }) => findFixedPaths(text));
  // Show the first cause only: each kind causes the next.
  const elsewhere =
    [lookedFor, [...asked, ...refused.filter((url) => !foreign.includes(url))], written].find(
      (places) => places.length > 0,
    ) ?? [];
  const shown = (place: string) => {
    const { href, origin, pathname } = new URL(place, seen.portal);
    return origin === seen.portal ? `${pathname} on the portal` : href;
  };
  const isWebpack = bundler === undefined || ['webpack', 'rspack', 'vue-cli'].includes(bundler.name);
  // This plugin adds links to the style sheets, by addresses on the page.
  const isLinked = elsewhere.length > 0 && elsewhere.every((place) => place.endsWith('.css'));
  const rule = isLinked && dependencies.has('vite-plugin-single-spa') ? 'style-links' : 'public-path';
  return [
    ...[...new Set(elsewhere.map(shown))].map(
      (place) =>
        `Its public path is not automatic; it loads its files from ${place}: ${isWebpack ? advice.webpack : advice.others}.${formatFix(rule, module.key, bundler)}`,
    ),
    ...missing.map((name) => `It requests ${name}, which does not exist in its build.`),
  ];
}

/** Names style sheets of other hosts, such as those of web fonts: the page does not load them, and loses only their look. */
export function describeForeignStyles(evidence: Evidence): string[] {
  return listForeignStyles(evidence).map(
    (url) => `The portal does not load the style sheet ${url} of another host: put it into the build.`,
  );
}

/** Lists the blocked style sheets that the build does not have. */
function listForeignStyles({ loaded, seen, unaskedFiles }: Evidence): string[] {
  const isBuilt = (url: string) =>
    [...loaded, ...unaskedFiles].some(({ name }) => new URL(url).pathname.endsWith(`/${name}`));
  const blocked = seen.violations.filter((each) => isCodeWithAddress(each) && each.directive.startsWith('style-src'));
  return [...new Set(blocked.map((each) => each.blocked).filter((url) => !isBuilt(url)))];
}

/**
 * Names files that the module requests by addresses of the page, such as `/icons.svg`. The portal finds those of versions
 * that it hosts; a team that hosts its version gets a refusal.
 */
export function describeMisplacedFiles({ misplaced, module }: Evidence): string[] {
  return misplaced.length === 0 || module.mirror
    ? []
    : [`${formatMisplaced(misplaced)}, which leads to the file of its build: an import saves this redirect.`];
}

/** Refuses them where the portal cannot find them. */
export function checkMisplacedFiles({ misplaced, module }: Evidence): string[] {
  const [first] = misplaced;
  if (first === undefined || !module.mirror) return [];
  return [
    `${formatMisplaced(misplaced)}, but the file is in its build: import it in a script, or use new URL('${first}', import.meta.url).href.`,
  ];
}

function formatMisplaced(misplaced: readonly string[]): string {
  return `It requests ${misplaced.map((name) => `/${name}`).join(', ')} from the portal`;
}

/** Finds a fixed public path in webpack's output. Images that are not on screen reveal it in no other way. */
function findFixedPaths(entry: string): string[] {
  const written = entry.matchAll(/(?:\.p\s*=|[{,]\s*p\s*:)\s*(["'])((?:https?:\/)?\/(?:[^"']*\/)?)\1/g);
  return [...written].map(([, , address = '']) => address);
}
