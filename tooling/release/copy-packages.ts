import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The parts of a package that a release needs; other packages are copied completely. */
const neededParts: Readonly<Record<string, RegExp>> = {
  '@fortawesome/fontawesome-free': /^(?:svgs(?:\/.*)?|package\.json|LICENSE\.txt)$/,
  // PGlite without its extensions.
  '@electric-sql/pglite': /^(?!.*\.tar\.gz$)/,
};

/** Only development needs these files, and the top folders of tests and documents. */
const neverNeeded = /\.(?:map|d\.[cm]?ts)$|^(?:\.github|benchmarks|docs|examples|fixtures?|tests?)$/;

/**
 * Copies installed packages with all of their dependencies, and the optional ones that fit this platform.
 * @param from the folder that imports them
 * @param to the folder whose `node_modules` gets them
 */
export function copyPackages(names: readonly string[], from: string, to: string): void {
  /** The source of each package directly in `to`. */
  const top = new Map<string, string>();
  const copy = (name: string, importer: { readonly source: string; readonly target: string }, isOptional: boolean) => {
    const source = findPackage(name, importer.source);
    if (source === undefined) {
      if (isOptional) return;
      throw new Error(`The package ${name} is not installed.`);
    }
    if (top.get(name) === source) return;
    // Another version goes into the package that imports it, as npm does.
    const target = path.join(top.has(name) ? importer.target : to, 'node_modules', name);
    if (!top.has(name)) top.set(name, source);
    cpSync(source, target, { recursive: true, filter: (file) => isNeeded(name, path.relative(source, file)) });
    const manifest: Manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
    const { dependencies = {}, optionalDependencies = {} } = manifest;
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
      copy(dependency, { source, target }, dependency in optionalDependencies);
    }
  };
  for (const name of names) copy(name, { source: from, target: to }, false);
}

function isNeeded(name: string, file: string): boolean {
  if (file === '') return true;
  const place = file.replaceAll(path.sep, '/');
  return !neverNeeded.test(place) && !/(?:^|\/)node_modules$/.test(place) && (neededParts[name]?.test(place) ?? true);
}

/** Finds a package as Node does: in the `node_modules` of the importer or of a folder above. */
function findPackage(name: string, importer: string): string | undefined {
  for (let folder = importer; ; folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return found;
    if (folder === path.dirname(folder)) return undefined;
  }
}
