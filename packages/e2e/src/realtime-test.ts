import { expect } from '@playwright/test';
import { freePort } from './free-port';
import { NetworkLine } from './network-line';
import { PortalProcess } from './portal-process';
import { test } from './test';

interface BrokenPortal {
  readonly portal: PortalProcess;
  readonly line: NetworkLine;
}

/** A portal whose broker is reached over a line of its own, so that pages and API stay while the broker goes away. */
export const realtimeTest = test.extend<{ line: NetworkLine }, { broken: BrokenPortal }>({
  broken: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const port = await freePort();
      const line = await NetworkLine.to(port);
      const portal = await PortalProcess.start({
        port,
        configuration: { realtime: { url: `ws://localhost:${line.port}/realtime` } },
        environment: { PORTICO_ALLOWED_ORIGINS: `http://localhost:${port}` },
      });
      await use({ portal, line });
      await line.stop();
      expect(await portal.stop()).toBe(0);
    },
    { scope: 'worker' },
  ],
  portal: [({ broken }, use) => use(broken.portal), { scope: 'worker' }],
  line: async ({ broken: { line } }, use) => {
    line.comeBack();
    // The pages of the test before may still be closing.
    await expect.poll(() => line.open).toBe(0);
    line.dials.length = 0;
    await use(line);
  },
  // What a browser says of a broker that is away.
  expectedErrors: /WebSocket|Erro ao conectar MQTT/,
});
