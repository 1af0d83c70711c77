import { test as base } from '@playwright/test';
import { freePort } from '../portal/free-port';
import { PortalProcess } from '../portal/portal-process';
import { addUser } from '../portal/user';
import * as story from './story';
import { startTlsFront } from './tls-front';
import { createWebkitBrowser } from './webkit-browser';
import { startWebkit, type Webkit } from './webkit-driver';

interface Fixtures {
  readonly webkit: Webkit;
}

interface WorkerFixtures {
  /** A portal with TLS for its own address and for its example modules. */
  readonly portal: PortalProcess & { readonly secureUrl: string };
}

const test = base.extend<Fixtures, WorkerFixtures>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const [port, modulesPort] = [await freePort(), await freePort()];
      const [front, modules] = [await startTlsFront(port), await startTlsFront(modulesPort)];
      const portal = await PortalProcess.start({ port, exampleModules: { port: modulesPort, url: modules.url } });
      await use(Object.assign(portal, { secureUrl: front.url }));
      for (const each of [front, modules]) each.close();
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  webkit: async ({}, use) => {
    const webkit = await startWebkit();
    await use(webkit);
    await webkit.close();
  },
});

test('a user works through every part of the portal', async ({ portal, webkit }, { outputDir }) => {
  const browser = createWebkitBrowser(webkit.driver, portal.secureUrl);
  await story.tellStory(browser, portal, outputDir);
});

test('a session at localhost without HTTPS survives a reload, until it is signed out', async ({ portal, webkit }) => {
  const browser = createWebkitBrowser(webkit.driver, portal.url);
  await story.signIn(browser, await addUser(portal));
  await browser.reload();
  await browser.find(story.home);
  await story.signOut(browser);
});
