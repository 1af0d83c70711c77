import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ModuleOrigin } from './module-origin';
import { PortalProcess } from './portal-process';
import { addUser, type User } from './user';

/**
 * Errors that are no defect in any test: a message that was sent while the server closed the connection of an ended
 * session, a clock that jumps, which to the realtime client is a broker that does not answer, and a file that Firefox
 * did not fetch because the page was left (the digest is one of nothing), or that another file waited for, and a
 * connection that the page had begun.
 */
const harmless =
  /WebSocket is already in CLOSING or CLOSED state|Erro ao conectar MQTT .*Error: connack timeout|hash is “(?:47DEQpj8HBSa\+\/TImW\+5JC|OLBgp1GsljhM2TJ\+sbHjaiH9)|was interrupted while the page was loading|can’t establish a connection to the server at ws|Error loading \S+ from \S+ \(SystemJS Error#3/;

interface TestFixtures {
  /** Modules that come from `modules` while the test runs: the file there, by key. */
  readonly moduleFiles: Readonly<Record<string, string>>;
  /**
   * Starts one more portal, for this test alone. It stops after the test, when the errors of open pages no longer
   * count.
   */
  readonly startPortal: typeof PortalProcess.start;
  /** Restores import map and origins after each test. */
  readonly untouched: undefined;
  /** A user of the test's own. */
  readonly user: User;
  /** Matches the console messages that a test provokes, which are no defect there. */
  readonly expectedErrors: RegExp;
  /** Errors of the browser. Those after the page was closed do not count: its requests fail then. */
  readonly complaints: { readonly errors: string[]; isOver: boolean };
}

interface WorkerFixtures {
  /** Additional configuration of the portal. Each value starts a portal of its own, which takes seconds. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Additional environment variables of the server. Each value starts a portal of its own. */
  readonly environment: Readonly<Record<string, string>>;
  /** The built portal on the real server, with the demo accounts and `smsa-local` from `/module.js` of `modules`. */
  readonly portal: PortalProcess;
  /** The origin of a module team, under the test's control. */
  readonly modules: ModuleOrigin;
  /** Another origin that the portal allows. */
  readonly elsewhere: ModuleOrigin;
}

/**
 * Playwright's test on a running portal. A console error, an uncaught error, a violation of the content policy or an
 * access token that is sent anywhere but to the API fails the test, unless it stands in `expectedErrors`.
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
    // Of an error, Firefox tells only that it is one.
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
