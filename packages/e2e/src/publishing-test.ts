import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { mapChangeListSchema, moduleStatusListSchema, type Publication } from '@portico/contract';
import * as v from 'valibot';
import { type BuiltFiles, buildContainer } from './build-module';
import { titledModule } from './developer-test';
import { lifecyclesModule } from './lifecycles-module';
import { toastCard } from './module-toasts';
import { PortalProcess } from './portal-process';
import { test } from './test';

/** The modules that the tests publish. Only dora has the first one, ana and dora the other. */
export const publishedModule = 'smsa-local';
export const otherModule = 'smsa-dev';

let container: BuiltFiles;
let versions = 0;

/** The test of this package on a portal of its own where two users are enough to take a version back. */
export const publishingTest = test.extend<{ withoutCanaries: undefined }, { versionBuild: undefined }>({
  portal: [
    async ({ modules }, use) => {
      const portal = await PortalProcess.start({
        moduleOrigins: [modules.url],
        environment: { PORTICO_TAKE_BACK_USERS: '2' },
      });
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  versionBuild: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      container = await buildContainer('late-part', { key: publishedModule, react: { requiredVersion: '^19.0.0' } });
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  withoutCanaries: [
    async ({ portal }, use) => {
      for (const { module, canary } of await statusOf(portal)) if (canary) await change(portal, module, 'withdraw');
      await use(undefined);
    },
    { auto: true },
  ],
});

/** A version that no test has used. */
export function freshVersion(): string {
  versions += 1;
  return `1.0.${versions}`;
}

/** A container with a chunk, `details.js`, whose files hold the version. */
export function containerFiles(version: string): BuiltFiles {
  return new Map(
    [...container].map(([name, content]) => [name, Buffer.from(content.toString().replaceAll('$VERSION', version))]),
  );
}

/** A module of one file that is one heading, `Version …`. */
export function titledFiles(version: string): BuiltFiles {
  return new Map([['remoteEntry.js', Buffer.from(titledModule(`Version ${version}`))]]);
}

/** A version whose mount throws. */
export const unfitFiles: BuiltFiles = new Map([
  ['remoteEntry.js', Buffer.from(lifecyclesModule({ mount: 'throw new Error("unfit");' }))],
]);

type Rest = Partial<Pick<Publication, 'audience' | 'url' | 'reason'>>;

/** Publishes a version as `portico publish` does, and gives its name. */
export async function publishFiles(
  portal: PortalProcess,
  module: string,
  files: BuiltFiles,
  { version = freshVersion(), ...rest }: Rest & { version?: string } = {},
): Promise<string> {
  const listed = [...files].map(([name, content]) => ({ name, digest: digestOf(content), content }));
  if (rest.url === undefined) {
    for (const { digest, content } of listed) {
      await publishingCall(portal, 'PUT', `modules/${module}/files/${digest}`, content, 'application/octet-stream');
    }
  }
  const publication = { version, entry: 'remoteEntry.js', files: listed.map(({ name, digest }) => ({ name, digest })) };
  await publishingCall(portal, 'POST', `modules/${module}/versions`, JSON.stringify({ ...publication, ...rest }));
  return version;
}

/** Publishes the container with a chunk, with its version in it. */
export function publishContainer(portal: PortalProcess, rest: Rest & { version?: string } = {}): Promise<string> {
  const version = rest.version ?? freshVersion();
  return publishFiles(portal, publishedModule, containerFiles(version), { ...rest, version });
}

/** Publishes a heading of a version. */
export function publishTitled(portal: PortalProcess, module: string, rest: Rest = {}): Promise<string> {
  const version = freshVersion();
  return publishFiles(portal, module, titledFiles(version), { ...rest, version });
}

/** What `portico rollback`, `promote` and `withdraw` do. */
export async function change(
  portal: PortalProcess,
  module: string,
  action: 'rollback' | 'promote' | 'withdraw',
): Promise<void> {
  await publishingCall(portal, 'POST', `modules/${module}/${action}`, '{}');
}

export async function statusOf(portal: PortalProcess) {
  return v.parse(moduleStatusListSchema, await (await publishingCall(portal, 'GET', 'modules')).json());
}

export async function liveVersionOf(portal: PortalProcess, module: string) {
  return (await statusOf(portal)).find((status) => status.module === module)?.version;
}

/** The changes of a module, the newest first. */
export async function historyOfModule(portal: PortalProcess, module: string) {
  const answer = await publishingCall(portal, 'GET', `history?module=${module}`);
  return v.parse(mapChangeListSchema, await answer.json());
}

export async function publishingCall(
  portal: PortalProcess,
  method: string,
  path: string,
  body?: string | Buffer,
  type = 'application/json',
): Promise<Response> {
  const answer = await fetch(`${portal.url}/api/publishing/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${portal.operatorKey}`,
      'accept-language': 'en',
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** SHA-384 of a file's content as base64url. */
export function digestOf(content: Buffer): string {
  return createHash('sha384').update(content).digest('base64url');
}

export const versionHeading = (page: Page, version: string) =>
  page.getByRole('heading', { level: 1, name: `Version ${version}`, exact: true });
export const detailsHeading = (page: Page, version: string) =>
  page.getByRole('heading', { name: `Details of version ${version}`, exact: true });
export const fallbackToast = (page: Page, name = 'SMSA local') =>
  toastCard(page, `A nova versão de ${name} falhou; a anterior está em uso.`);
