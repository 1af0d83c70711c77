import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ModuleOrigin } from './module-origin';
import { PortalProcess } from './portal-process';
import { addUser, type User } from './user';

/**
 * Errors that are no defect in any test:
 * - a message sent while the server closed the connection of an ended session
 * - a clock that jumps: it looks to the realtime client like a broker that does not answer
 * - a file that Firefox stopped fetching because the page was left (with the digest of an empty file), or its importer
 * - a connection that the left page had started
 */
const harmless =
  /WebSocket is already in CLOSING or CLOSED state|Erro ao conectar MQTT .*Error: connack timeout|hash is “(?:47DEQpj8HBSa\+\/TImW\+5JC|OLBgp1GsljhM2TJ\+sbHjaiH9)|was interrupted while the page was loading|can’t establish a connection to the server at ws|Error loading \S+ from \S+ \(SystemJS Error#3/;

interface TestFixtures {
  /** Modules served from `modules` during the test: the path of each file, by key. */
  readonly moduleFiles: Readonly<Record<string, string>>;
  /**
   * Starts another portal for this test. It stops after the test, when errors of open pages no longer count.
   */
  readonly startPortal: typeof PortalProcess.start;
  /** Restores the import map and the origins after each test. */
  readonly untouched: undefined;
  /** A user for this test only. */
  readonly user: User;
  /** Matches console messages that a test provokes. */
  readonly expectedErrors: RegExp;
  /** Errors of the browser. Errors after the page was closed do not count: its requests fail then. */
  readonly complaints: { readonly errors: string[]; isOver: boolean };
}

interface WorkerFixtures {
  /** Additional configuration of the portal. Each value starts another portal, which takes seconds. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Additional environment variables of the server. Each value starts another portal. */
  readonly environment: Readonly<Record<string, string>>;
  /** The built portal on the real server, with the demo accounts and `smsa-local` from `/module.js` of `modules`. */
  readonly portal: PortalProcess;
  /** The origin of a module team, controlled by the test. */
  readonly modules: ModuleOrigin;
  /** Another origin that the portal allows. */
  readonly elsewhere: ModuleOrigin;
}

/**
 * Playwright's `test` on a running portal. It fails on a console error, an uncaught error, a violation of the content
 * policy, or an access token sent anywhere but to the API, except on those that match `expectedErrors`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  modules: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const modules = await ModuleOrigin.start();
      await use(modules);
      await modules.stop();
    },
    { scope: 'worker' },
  ],
  elsewhere: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const elsewhere = await ModuleOrigin.start();
      await use(elsewhere);
      await elsewhere.stop();
    },
    { scope: 'worker' },
  ],
  configuration: [{}, { scope: 'worker', option: true }],
  environment: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ configuration, environment, modules, elsewhere }, use) => {
      const portal = await PortalProcess.start({
        moduleOrigins: [modules.url, elsewhere.url],
        imports: { '@module/smsa-local': `${modules.url}/module.js` },
        configuration,
        environment,
      });
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  moduleFiles: [{}, { option: true }],
  untouched: [
    async ({ portal, modules, elsewhere, moduleFiles }, use) => {
      const imports = Object.entries(moduleFiles).map(([key, file]) => [`@module/${key}`, modules.url + file]);
      if (imports.length > 0) await portal.deploy(Object.fromEntries(imports));
      await use(undefined);
      await portal.restoreImportMap();
      for (const origin of [modules, elsewhere]) origin.clear();
    },
    { auto: true },
  ],
  user: async ({ portal }, use) => use(await addUser(portal)),
  baseURL: async ({ portal }, use) => use(portal.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  expectedErrors: async ({}, use) => use(/(?!)/),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  complaints: async ({}, use) => use({ errors: [], isOver: false }),
  startPortal: async ({ complaints }, use) => {
    const portals: PortalProcess[] = [];
    await use(async (options) => {
      const portal = await PortalProcess.start(options);
      portals.push(portal);
      return portal;
    });
    complaints.isOver = true;
    const codes = await Promise.all(portals.map((portal) => portal.stop()));
    expect(codes).toEqual(portals.map(() => 0));
  },
  page: async ({ page, complaints }, use) => {
    await use(page);
    complaints.isOver = true;
  },
  context: async ({ browserName, context, expectedErrors, complaints }, use) => {
    const complain = (error: string) => complaints.isOver || complaints.errors.push(error);
    context.on('console', (message) => {
      if (message.type() === 'error' && !harmless.test(message.text()))
        complain(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => {
      const error = String(webError.error());
      if (!harmless.test(error)) complain(error);
    });
    context.on('request', (request) => {
      const isBearer = request.headers().authorization?.startsWith('Bearer');
      if (isBearer && !new URL(request.url()).pathname.startsWith('/api/')) {
        complain(`The access token went to ${request.url()}`);
      }
    });
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    // Firefox reports an error without its text.
    if (browserName === 'firefox') await context.addInitScript(nameErrors);
    await use(context);
    expect(complaints.errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});

function nameErrors(): void {
  const log = console.error;
  console.error = (...values) => log(...values.map((value) => (value instanceof Error ? String(value) : value)));
}

export { type BrowserContext, expect, type Page };
