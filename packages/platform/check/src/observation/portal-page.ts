import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Entry, joinNeeds, pagePolicy } from '@portico/contract';
import * as v from 'valibot';
import type { BuiltModule } from '../build/built-module';
import { CheckError } from '../build/messages';
import { type RequestHandler, serveFolder } from './local-server';

const importMapSchema = v.object({ imports: v.record(v.string(), v.string()) });
const pageSchema = v.object({
  system: v.object({ address: v.string() }),
  native: v.object({ names: v.array(v.string()), address: v.string() }),
});
const topBarSchema = v.object({ styles: v.string(), bars: v.record(v.string(), v.string()) });

/** The names that a portal shares with modules. */
export const offered = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa'];

/** The parts of the built shell that the page of a check needs. */
export type CheckParts = Awaited<ReturnType<typeof readCheckParts>>;

/** @throws CheckError when the shell is not built */
export async function readCheckParts(shell: string) {
  const readText = (name: string) =>
    readFile(path.join(shell, name), 'utf8').catch((cause: unknown) => {
      throw new CheckError('The check needs a built portal: run npm run build.', { cause });
    });
  const read = async <Schema extends v.GenericSchema>(name: string, schema: Schema) =>
    v.parse(v.pipe(v.string(), v.parseJson(), schema), await readText(name));
  const { imports } = await read('import-map.json', importMapSchema);
  const { system, native } = await read('page.json', pageSchema);
  const { bars, styles } = await read('page/top-bar.json', topBarSchema);
  return {
    imports: Object.fromEntries(Object.entries(imports).filter(([name]) => offered.includes(name))),
    /** The address of SystemJS. */
    system: system.address,
    /** The names that ES modules import, and the address of their script. */
    native,
    /** The styles of an empty page. */
    frame: await readText('page/frame.css'),
    /** The top bar as the build rendered it. */
    topBar: { html: fillNames(bars['pt light tenant many'] ?? ''), styles },
  };
}

function fillNames(html: string): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => (name === 'name' ? 'Portico' : 'P'));
}

/**
 * Serves a portal page with one module: the page, its content policy, and the files of the shell.
 * @param details of the entry, as the import map has them
 */
export function servePortal(
  shell: string,
  { frame, imports, native, system, topBar }: CheckParts,
  module: Pick<BuiltModule, 'allowed' | 'key' | 'packages' | 'policy'>,
  entry: string,
  details: Entry,
): RequestHandler {
  const { key, packages = { imports: {}, entries: {} }, policy = {}, allowed = policy } = module;
  const { entries, imports: addresses, policies = {}, scopes = {} } = packages;
  const map = {
    imports: {
      ...imports,
      ...addresses,
      [`@module/${key}`]: entry,
      '@portico/module-check': '/check/module-check.js',
    },
    entries: { ...entries, [entry]: details },
    scopes,
  };
  const libraries = Object.fromEntries(native.names.map((name) => [name, native.address]));
  const nativeMap = JSON.stringify({ imports: { ...libraries, ...addresses }, scopes });
  const digest = `'sha256-${createHash('sha256').update(nativeMap).digest('base64')}'`;
  const page = (nonce: string) => `<!doctype html>
<html lang="pt-BR" display-mode="light">
<head>
<meta charset="utf-8">
<title>portico check</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${frame}</style>
<script type="importmap">${nativeMap}</script>
<script type="systemjs-importmap">${JSON.stringify(map).replaceAll('<', '\\u003c')}</script>
<script src="${system}"></script>
</head>
<body>
<div id="portico-topbar" class="portico-strip" data-portico>${topBar.html}</div>
<main id="portico-content" data-portico></main>
<template id="check-bar">${topBar.styles}</template>
<div id="check-sample" hidden data-portico></div>
</body>
</html>
`;
  const origins = [entry, ...[addresses, ...Object.values(scopes)].flatMap((part) => Object.values(part))].map(
    (address) => new URL(address).origin,
  );
  const files = serveFolder(shell);
  const needs = joinNeeds([allowed, ...Object.values(policies), { styleAttributes: true }]);
  return async (request, response) => {
    if (request.url !== '/') return files(request, response);
    const nonce = randomBytes(16).toString('base64url');
    const modules = [...new Set(origins)];
    const sources = { modules, scripts: [digest], styles: [`'nonce-${nonce}'`], needs };
    response.setHeader('Content-Security-Policy', pagePolicy(sources));
    // Reports the attributes, which the page allows.
    response.setHeader('Content-Security-Policy-Report-Only', "style-src-attr 'none'");
    response.setHeader('Server-Timing', `style-nonce;desc="${nonce}"`);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page(nonce));
  };
}
