import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { configurationSchema, parseLook } from '@portico/contract';
import * as v from 'valibot';
import { getPreloadedNames } from '../../packages/platform/server/src/pages/preloads';
import { renderPage } from '../../packages/platform/server/src/pages/render-page';
import { createShellFiles } from '../../packages/platform/server/src/pages/shell-files';
import { createBuildImportMap } from '../../packages/platform/server/src/registry/build-files';
import { createMapEdition } from '../../packages/platform/server/src/registry/live-map/map-edition';

const kilobyte = 1024;
const budgets = { script: 133.6 * kilobyte, libraries: 63.2 * kilobyte, requests: 5, page: 8.1 * kilobyte };
const moduleBudget = 134.7 * kilobyte;
/** Names of the files that load after a screen is visible. */
const lateBudgets = {
  modules: 8.7 * kilobyte,
  topbar: 5.2 * kilobyte,
  menus: 27 * kilobyte,
  notifications: 11.4 * kilobyte,
  query: 11.7 * kilobyte,
  overlay: 8.2 * kilobyte,
  realtime: 4 * kilobyte,
  mqtt: 82 * kilobyte,
  api: 5 * kilobyte,
  account: 2.5 * kilobyte,
  vitals: 4 * kilobyte,
  console: 37 * kilobyte,
};
const notBeforeSignIn = ['firebase', 'mqtt', '@headlessui', '@tanstack', 'dayjs', 'react-router'];

const dist = path.join(import.meta.dirname, '../../dist');
const shell = await createShellFiles(dist)();
const importMap = await createBuildImportMap(dist)();
const configuration = v.parse(configurationSchema, { tenants: { smsa: { name: 'SMSA', accent: '#c3311d' } } });
const files = measureFirst(getPreloadedNames('/signin', false));
const beforeModule = sum(measureFirst(getPreloadedNames('/smsa/', true, 'smsa')));
const late = Object.entries(lateBudgets).map(([name, budget]) => {
  const address = Object.keys(importMap.integrity).find((one) => path.basename(one).startsWith(`${name}.`)) ?? '';
  return { name, budget, bytes: measure(address).bytes };
});
const { getMap } = createMapEdition(importMap, new Map());
const sources = { files: shell, configuration, ...getMap({ modules: new Set() }) };
const request = { address: '/signin', locale: 'pt', look: parseLook(), session: 'none', isMapPartial: true } as const;
const page = brotliCompressSync(renderPage({ ...sources, ...request }).html).length;
const script = sum(files);
const libraries = files.find(({ name }) => name.startsWith('libraries.'))?.bytes ?? Number.POSITIVE_INFINITY;

for (const { name, bytes } of files) console.log(`${format(bytes).padStart(10)}  ${name}`);
const problems = [
  check('JavaScript before the sign-in form', script, budgets.script, format),
  check('React and single-spa in it', libraries, budgets.libraries, format),
  check('Requests for it', files.length, budgets.requests, String),
  check('Page with import map and sign-in form', page, budgets.page, format),
  check('JavaScript of the shell before a module', beforeModule, moduleBudget, format),
  ...late.map(({ name, bytes, budget }) => check(`Later: ${name}`, bytes, budget, format)),
  ...files.flatMap(({ name, sources }) =>
    notBeforeSignIn
      .filter((vendor) => sources.some((source) => source.includes(`/node_modules/${vendor}`)))
      .map((vendor) => `${name} contains ${vendor}, which may load only after sign-in.`),
  ),
].filter((problem) => problem !== undefined);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);

/** The files that a page loads before its screen, without those of modules. */
function measureFirst(names: readonly string[]) {
  const addresses = names
    .map((name) => importMap.imports[name] ?? '')
    .filter((address) => address.startsWith('/@portico/'));
  return [...new Set([shell.system.address, ...addresses, shell.locales.pt])].map(measure);
}

function sum(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

function measure(address: string) {
  const file = path.join(dist, address);
  return {
    name: path.basename(file),
    bytes: brotliCompressSync(readFileSync(file)).length,
    sources: readSources(file),
  };
}

function check(title: string, value: number, limit: number, show: (value: number) => string): string | undefined {
  console.log(`${title}: ${show(value)} of ${show(limit)}`);
  return value > limit ? `${title} is over its budget.` : undefined;
}

function format(bytes: number): string {
  return `${(bytes / kilobyte).toFixed(1)} KB`;
}

function readSources(file: string): string[] {
  // SystemJS is a copy, and texts are data: neither has a source map.
  if (/^(?:system|locale-\w+)\./.test(path.basename(file))) return [];
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return sources;
}
