import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { folderAnswer } from '../serving/folder-answer';
import { serve } from '../serving/serve';
import type { BuiltModule } from './built-module';
import { type CheckParts, portalAnswer } from './check-page';

/** What `checkModule` of root-config's module-check gives. */
const inPageSchema = v.object({
  faults: v.array(
    v.object({ step: v.picklist(['load', 'exports', 'mount', 'crash', 'unmount']), message: v.string() }),
  ),
  leftovers: v.array(v.string()),
  reports: v.array(v.string()),
  violations: v.array(v.object({ directive: v.string(), blocked: v.string() })),
  chunkLoaders: v.array(v.object({ global: v.string(), publicPath: v.string() })),
});

/** A request of the page, by its kind as browsers name it: `script`, `image`, … */
export interface SeenRequest {
  readonly url: string;
  readonly kind: string;
}

/** What a browser saw of a module. */
export interface Observation extends v.InferOutput<typeof inPageSchema> {
  /** Every file that was asked for in the module's name, beside those of the shell. */
  readonly requests: readonly SeenRequest[];
  /** What nobody caught. */
  readonly errors: readonly string[];
  /** The folder that the module was served from, as an address with a slash at its end. */
  readonly base: string;
  /** The origin of the page. */
  readonly portal: string;
}

// Longer than the limits of the page together: by then the module keeps it busy.
const patience = 90_000;

/** Serves a module from one origin and a portal from another, and opens it there. @throws Error if the page does not survive */
export async function observe(
  module: BuiltModule,
  browser: Browser,
  shell: string,
  parts: CheckParts,
): Promise<Observation> {
  const files = folderAnswer(module.dist);
  const prefix = `/modules/${module.key}`;
  const modules = await serve(async (request, response) => {
    // A folder of its own shows which addresses are made for a root.
    request.url = request.url?.startsWith(`${prefix}/`) ? request.url.slice(prefix.length) : '/';
    await files(request, response);
  });
  const base = `${modules.origin}${prefix}/`;
  const portal = await serve(portalAnswer(shell, parts, module.key, new URL(module.entry, base).href));
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const requests: SeenRequest[] = [];
    const errors: string[] = [];
    await page.goto(portal.origin);
    page.on('request', (request) => requests.push({ url: request.url(), kind: request.resourceType() }));
    page.on('pageerror', (error) => errors.push(error.message));
    const seen = await Promise.race([
      page.evaluate(
        (key) => System.import('@portico/module-check').then(({ checkModule }) => checkModule(key)),
        module.key,
      ),
      tooLong(),
    ]);
    const ofShell = new Set(
      [...Object.values(parts.imports), '/check/module-check.js'].map((file) => portal.origin + file),
    );
    return {
      ...v.parse(inPageSchema, seen),
      requests: requests.filter(({ url }) => !ofShell.has(url)),
      errors,
      base,
      portal: portal.origin,
    };
  } finally {
    await context.close();
    await Promise.all([portal.close(), modules.close()]);
  }
}

function tooLong(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('it keeps the page busy for ever')), patience).unref();
  });
}
