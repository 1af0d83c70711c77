import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Script } from 'node:vm';
import { type Entry, type ModuleObservation, moduleObservationSchema, type ScriptPosition } from '@portico/contract';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import type { BuiltModule } from '../build/built-module';
import { fetchIntoFolder } from '../build/mirror';
import { type RequestHandler, serveFolder, startLocalServer } from './local-server';
import { nameSource } from './name-source';
import { type CheckParts, servePortal } from './portal-page';
import { servePackages } from './serve-packages';

/** In the page: what the shell's build puts there. */
declare const System: { import(name: string): Promise<{ checkModule(key: string): unknown }> };

type Located = 'leftovers' | 'kept' | 'violations' | 'serviceWorkers';

/** With the name of the place in the build or its sources, if that is known. */
type Named<Found> = Omit<Found, 'position'> & { readonly place?: string };

type NamedParts = { readonly [Part in Located]: readonly Named<ModuleObservation[Part][number]>[] };

/** What the browser observed while it ran the module. */
export interface Observation extends Omit<ModuleObservation, Located>, NamedParts {
  /**
   * Requests of the module, without the files of the shell; `kind` is the browser's resource type: `script`, `image`, …
   */
  readonly requests: readonly { readonly url: string; readonly kind: string }[];
  /** Uncaught errors. */
  readonly errors: readonly string[];
  /** The address of the module's folder, with a slash at the end. */
  readonly base: string;
  /** The origin of the page. */
  readonly portal: string;
}

// Where root-config's module-check starts workers from.
const workerFolder = '/check/worker/';

// Longer than all time limits inside the page together, in milliseconds.
const timeout = 90_000;

/**
 * Serves the module and a portal page from two origins and runs the module there.
 * @throws Error when the page crashes or hangs
 */
export async function observe(
  module: BuiltModule,
  browser: Browser,
  shell: string,
  parts: CheckParts,
): Promise<Observation> {
  // A folder, not the root, so that root-relative addresses show up.
  const folder = `/modules/${module.key}/`;
  const modules = await startLocalServer(serveBelow(folder, module));
  const base = `${modules.origin}${folder}`;
  const entry = new URL(module.entry, base).href;
  const styles = module.styles.map((name) => new URL(name, base).href);
  const details: Entry = { ...module.container, styles, ...((await isEsModule(module)) && { form: 'es-module' }) };
  const local = await servePackages(module.localPackages ?? {});
  const packages = {
    imports: { ...module.packages?.imports, ...local.addresses },
    entries: { ...module.packages?.entries, ...local.entries },
    scopes: module.packages?.scopes ?? {},
    policies: { ...module.packages?.policies, ...local.policies },
  };
  const pages = servePortal(shell, { ...parts, packages }, module, entry, details);
  const workers = serveBelow(workerFolder, module);
  const portal = await startLocalServer((request, response) =>
    request.url?.startsWith(workerFolder) ? workers(request, response) : pages(request, response),
  );
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const requests: Observation['requests'][number][] = [];
    const errors: string[] = [];
    await page.exposeFunction('takeBarPicture', () => takeBarPicture(page));
    await page.goto(portal.origin);
    page.on('request', (request) => {
      const url = request.url().replace(portal.origin + workerFolder, base);
      requests.push({ url, kind: request.resourceType() });
    });
    page.on('pageerror', (error) => errors.push(error.message));
    const seen = await Promise.race([
      page.evaluate(
        (key) => System.import('@portico/module-check').then(({ checkModule }) => checkModule(key)),
        module.key,
      ),
      rejectAfterTimeout(),
    ]);
    const ofShell = new Set(
      [...Object.values(parts.imports), parts.native.address, '/check/module-check.js'].map(
        (file) => portal.origin + file,
      ),
    );
    const inPage = v.parse(moduleObservationSchema, seen);
    const [leftovers, kept, violations, serviceWorkers] = await Promise.all([
      nameSources(inPage.leftovers, module.dist, base),
      nameSources(inPage.kept, module.dist, base),
      nameSources(inPage.violations, module.dist, base),
      nameSources(inPage.serviceWorkers, module.dist, base),
    ]);
    return {
      ...inPage,
      leftovers,
      kept,
      violations,
      serviceWorkers,
      requests: requests.filter(({ url }) => !ofShell.has(url)),
      errors,
      base,
      portal: portal.origin,
    };
  } finally {
    await context.close();
    await Promise.all([portal.close(), modules.close(), local.close()]);
  }
}

/** Serves the built files of a module below a path, which ends with a slash. */
function serveBelow(folder: string, { dist, mirror }: BuiltModule): RequestHandler {
  const files = serveFolder(dist);
  return async (request, response) => {
    request.url = request.url?.startsWith(folder) ? request.url.slice(folder.length - 1) : '/';
    if (mirror) await fetchIntoFolder(parseName(request.url), dist, mirror);
    await files(request, response);
  };
}

/** Of where the top bar is. Playwright would hide the caret and end animations by a style tag. */
async function takeBarPicture(page: Page): Promise<string> {
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: 60 };
  const picture = await page.screenshot({ clip, caret: 'initial' });
  return picture.toString('base64');
}

function nameSources<Found extends { readonly position?: ScriptPosition | undefined }>(
  found: readonly Found[],
  dist: string,
  base: string,
): Promise<Named<Found>[]> {
  return Promise.all(
    found.map(async ({ position, ...rest }) =>
      position ? { ...rest, place: await nameSource(dist, base, position) } : rest,
    ),
  );
}

/** Whether the entry can only be an ES module: it does not parse as a classic script. */
async function isEsModule({ dist, entry }: BuiltModule): Promise<boolean> {
  const text = await readFile(path.join(dist, entry), 'utf8').catch(() => '');
  try {
    new Script(text);
    return false;
  } catch {
    return true;
  }
}

/** The name of a file, from the path of a request. */
function parseName(url: string): string {
  const { pathname } = new URL(url, 'http://localhost');
  return pathname.slice(1);
}

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the module blocks the page')), timeout).unref();
  });
}
