import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mapChangeListSchema, moduleStatusListSchema, type Publication } from '@portico/contract/publishing';
import * as v from 'valibot';
import { type BuiltFiles, buildContainer } from '../../portal/build-module';
import { callOperator } from '../../portal/call-operator';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import type { PortalProcess } from '../../portal/portal-process';
import { test } from '../../portal/test';
import { titledModule } from '../overrides/developer-test';
import { toastCard } from '../toasts/module-toasts';

/** The modules that the tests publish. Only dora has the first, ana and dora have the second. */
export const publishedModule = 'smsa-local';
export const otherModule = 'smsa-dev';

let versions = 0;

/** The `test` of this package on a portal where two users are enough for an automatic rollback. */
export const publishingTest = test.extend<{ withoutCanaries: undefined }>({
  environment: [{ PORTICO_AUTOMATIC_ROLLBACK_USERS: '2' }, { scope: 'worker' }],
  withoutCanaries: [
    async ({ portal }, use) => {
      for (const { module, canary } of await listModuleStatus(portal))
        if (canary) await change(portal, module, 'withdraw');
      await use(undefined);
    },
    { auto: true },
  ],
});

/** Returns an unused version. */
export function freshVersion(): string {
  versions += 1;
  return `1.0.${versions}`;
}

/** A container with a chunk, `details.js`; both files contain the version. */
export async function containerFiles(version: string): Promise<BuiltFiles> {
  const react = { requiredVersion: '^19.0.0' };
  const container = await buildContainer('late-part', { key: publishedModule, react });
  return new Map(
    [...container].map(([name, content]) => [name, Buffer.from(content.toString().replaceAll('$VERSION', version))]),
  );
}

/** A module of one file with one heading, `Version …`. */
export function titledFiles(version: string): BuiltFiles {
  return new Map([['remoteEntry.js', Buffer.from(titledModule(`Version ${version}`))]]);
}

/** A version whose mount throws. */
export const unfitFiles: BuiltFiles = new Map([
  ['remoteEntry.js', Buffer.from(lifecyclesModule({ mount: 'throw new Error("unfit");' }))],
]);

type Rest = Partial<
  Pick<Publication, 'audience' | 'declarations' | 'policy' | 'preloads' | 'shared' | 'styles' | 'url' | 'reason'>
> & { readonly rollout?: string };

/** Publishes a version as `portico publish` does, and returns its name. */
export async function publishFiles(
  portal: PortalProcess,
  module: string,
  files: BuiltFiles,
  { version = freshVersion(), entry = 'remoteEntry.js', ...rest }: Rest & { version?: string; entry?: string } = {},
): Promise<string> {
  const listed = [...files].map(([name, content]) => ({ name, digest: computeDigest(content), content }));
  if (rest.url === undefined) {
    for (const { digest, content } of listed) {
      await callOperator(portal, 'PUT', `publishing/modules/${module}/files/${digest}`, content);
    }
  }
  const publication = { version, entry, files: listed.map(({ name, digest }) => ({ name, digest })) };
  await callOperator(portal, 'POST', `publishing/modules/${module}/versions`, { ...publication, ...rest });
  return version;
}

/** Publishes a version of the container with a chunk. */
export async function publishContainer(portal: PortalProcess, rest: Rest & { version?: string } = {}): Promise<string> {
  const version = rest.version ?? freshVersion();
  return publishFiles(portal, publishedModule, await containerFiles(version), { ...rest, version });
}

/** Publishes a version of the module with one heading. */
export function publishTitled(portal: PortalProcess, module: string, rest: Rest = {}): Promise<string> {
  const version = freshVersion();
  return publishFiles(portal, module, titledFiles(version), { ...rest, version });
}

/** Runs an action as `portico rollback`, `promote` and `withdraw` do. */
export async function change(
  portal: PortalProcess,
  module: string,
  action: 'rollback' | 'promote' | 'withdraw',
): Promise<void> {
  await callOperator(portal, 'POST', `publishing/modules/${module}/${action}`, {});
}

async function listModuleStatus(portal: PortalProcess) {
  return v.parse(moduleStatusListSchema, await (await callOperator(portal, 'GET', 'publishing/modules')).json());
}

export async function findStatus(portal: PortalProcess, module: string) {
  return (await listModuleStatus(portal)).find((status) => status.module === module);
}

export async function findLiveVersion(portal: PortalProcess, module: string) {
  return (await findStatus(portal, module))?.version;
}

/** The history of a module, newest first. */
export async function listChanges(portal: PortalProcess, module: string) {
  const answer = await callOperator(portal, 'GET', `publishing/history?module=${module}`);
  return v.parse(mapChangeListSchema, await answer.json());
}

/** Waits until a tab gets the live map with a version that is being published. */
export async function waitForMapWith(page: Page, published: Promise<string>): Promise<void> {
  const response = await page.waitForResponse(async (each) => {
    if (!each.url().includes('/import-map.json')) return false;
    // An answer without a body means that nothing has changed.
    const text = await each.text().catch(() => '');
    return text.includes(`/${await published}/`);
  });
  await response.finished();
}

/** SHA-384 of a file's content as base64url. */
export function computeDigest(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

export const versionHeading = (page: Page, version: string) =>
  page.getByRole('heading', { level: 1, name: `Version ${version}`, exact: true });
export const detailsHeading = (page: Page, version: string) =>
  page.getByRole('heading', { name: `Details of version ${version}`, exact: true });
export const fallbackToast = (page: Page, name = 'SMSA local') =>
  toastCard(page, `A nova versão de ${name} falhou; a anterior está em uso.`);

/** Counts the style sheets of modules that apply to the page. */
export const countModuleSheets = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.styleSheets].filter(({ disabled, href }) => !disabled && href?.includes('/modules/')).length,
  );
