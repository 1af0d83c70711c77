import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { ModuleOrigin } from './module-origin';
import { PortalProcess } from './portal-process';

/** Said by the browser of what was sent just as the server closed the connection of a session that has ended. */
const lateMessage = /WebSocket is already in CLOSING or CLOSED state/;

interface TestFixtures {
  /** Matches the console messages that a test provokes, which are no defect there. */
  readonly expectedErrors: RegExp;
  /** What a browser complained of until its page was closed: what is still loading then fails, and is no defect. */
  readonly complaints: { readonly errors: string[]; isOver: boolean };
}

interface WorkerFixtures {
  /** Specs that name another one have a portal that none of the others has touched. */
  readonly portalName: string;
  /** The modules that come from `modules`, by key: the file there. */
  readonly moduleFiles: Readonly<Record<string, string>>;
  /** What the portal is configured with, beside what every one needs. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The built portal on the real server, with the demo accounts and the modules of `moduleFiles`. */
  readonly portal: PortalProcess;
  /** The origin of another team, under the test's control. */
  readonly modules: ModuleOrigin;
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
  portalName: ['common', { scope: 'worker', option: true }],
  moduleFiles: [{ 'smsa-local': '/module.js' }, { scope: 'worker', option: true }],
  configuration: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ configuration, modules, moduleFiles }, use) => {
      const imports = Object.entries(moduleFiles).map(([key, file]) => [`@module/${key}`, modules.url + file]);
      const portal = await PortalProcess.start({
        moduleOrigins: [modules.url],
        imports: Object.fromEntries(imports),
        configuration,
      });
      await use(portal);
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  expectedErrors: async ({}, use) => use(/(?!)/),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  complaints: async ({}, use) => use({ errors: [], isOver: false }),
  page: async ({ page, complaints }, use) => {
    await use(page);
    complaints.isOver = true;
  },
  context: async ({ context, expectedErrors, complaints }, use) => {
    const complain = (error: string) => complaints.isOver || complaints.errors.push(error);
    context.on('console', (message) => {
      if (message.type() === 'error' && !lateMessage.test(message.text()))
        complain(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complain(String(error.error())));
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
    await use(context);
    expect(complaints.errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});

export { type BrowserContext, expect, type Page };
