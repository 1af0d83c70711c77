import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Script } from 'node:vm';
import type { Entry } from '@portico/contract';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import type { BuiltModule } from '../build/built-module';
import { type ModuleObservation, moduleObservationSchema, toShortLine } from '../module-observation';
import { redirectAssets } from './find-asset';
import { startLocalServer } from './local-server';
import { nameSource } from './name-source';
import { type CheckParts, servePortal } from './portal-page';
import { serveBelow } from './serve-packages';

/** SystemJS in the page. */
declare const System: { import(name: string): Promise<{ checkModule(key: string): unknown }> };

/** The browser's observations while it ran the module. The places are in the sources of the build, if it names them. */
export interface Observation extends ModuleObservation {
  /** Requests without the files of the shell; `kind` is the browser's resource type: `script`, `image`, … */
  readonly requests: readonly { readonly url: string; readonly kind: string }[];
  readonly errors: readonly string[];
  /** The address of the module's folder, with a slash at the end. */
  readonly base: string;
  readonly portal: string;
}

// The page starts workers from this path.
const workerFolder = '/check/worker/';

// In milliseconds: longer than the sum of all timeouts inside the page.
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
  // A folder, not the root, to detect root-relative addresses.
  const folder = `/modules/${module.key}/`;
  const modules = await startLocalServer(serveBelow(folder, module.dist, module.mirror, module.styleScope));
  const base = `${modules.origin}${folder}`;
  const entry = new URL(module.entry, base).href;
  const styles = module.styles.map((name) => new URL(name, base).href);
  const { container, declarations } = module;
  const details: Entry = {
    ...container,
    styles,
    declarations,
    ...((await isEsModule(module)) && { form: 'es-module' }),
  };
  const pages = redirectAssets(module, base, servePortal(shell, parts, module, entry, details));
  const workers = serveBelow(workerFolder, module.dist, module.mirror);
  const portal = await startLocalServer((request, response) =>
    request.url?.startsWith(workerFolder) ? workers(request, response) : pages(request, response),
  );
  // Downloads could fill the disk.
  const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
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
    page.on('pageerror', (error) => errors.push(toShortLine(error.message)));
    const seen = await Promise.race([
      page.evaluate(
        (key) => System.import('@portico/module-check').then(({ checkModule }) => checkModule(key)),
        module.key,
      ),
      wait(timeout, undefined, { ref: false }).then(() => Promise.reject(new Error('the module blocks the page'))),
    ]);
    const ofShell = [...Object.values(parts.imports), parts.native.address, '/check/module-check.js'];
    const inPage = v.parse(moduleObservationSchema, seen);
    const name = <Found extends { place?: string | undefined }>(found: readonly Found[]) =>
      Promise.all(
        found.map(async (each) => ({
          ...each,
          place: each.place && (await nameSource(module.dist, base, each.place)),
        })),
      );
    return {
      ...inPage,
      leftovers: await name(inPage.leftovers),
      kept: await name(inPage.kept),
      violations: await name(inPage.violations),
      serviceWorkers: await name(inPage.serviceWorkers),
      requests: requests.filter(({ url }) => !ofShell.some((file) => url === portal.origin + file)),
      errors,
      base,
      portal: portal.origin,
    };
  } finally {
    await context.close();
    await Promise.all([portal.close(), modules.close()]);
  }
}

/** Takes a picture of the top bar. With other options, Playwright would add a style tag. */
async function takeBarPicture(page: Page): Promise<string> {
  const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: 60 };
  const picture = await page.screenshot({ clip, caret: 'initial' });
  return picture.toString('base64');
}

/** Whether the entry is an ES module: it does not parse as a classic script. */
async function isEsModule({ dist, entry }: BuiltModule): Promise<boolean> {
  const text = await readFile(path.join(dist, entry), 'utf8').catch(() => '');
  try {
    new Script(text);
    return false;
  } catch {
    return true;
  }
}
