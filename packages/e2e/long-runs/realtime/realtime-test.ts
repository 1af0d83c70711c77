import { expect } from '@playwright/test';
import { freePort } from '../../portal/free-port';
import { PortalProcess } from '../../portal/portal-process';
import { test } from '../../portal/test';
import { NetworkLine } from './network-line';

interface BrokenPortal {
  readonly portal: PortalProcess;
  readonly line: NetworkLine;
}

/** A portal with a proxy in front of its broker, so that only the broker fails. */
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
    // The pages of the previous test may still be closing.
    await expect.poll(() => line.open).toBe(0);
    line.dials.length = 0;
    await use(line);
  },
  // The browser logs failed connections.
  expectedErrors: /WebSocket|Erro ao conectar MQTT/,
});
