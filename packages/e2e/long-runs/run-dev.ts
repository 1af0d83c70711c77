import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { freePort } from '../portal/free-port';
import type { PortalProcess } from '../portal/portal-process';
import { expect, test } from '../portal/test';

interface Dev {
  /** Where a developer's modules are served, which the portal allows. */
  readonly devPort: number;
}

/** Runs `portico dev` in the folder of a module, and ends it with the test. */
interface RunDev {
  /**
   * @param program the command and what stands before `dev`
   * @param ready what its output has when the module is built
   * @returns the link that it prints
   */
  startDev(folder: string, program: readonly string[], options?: readonly string[], ready?: string): Promise<string>;
  stopDev(): Promise<void>;
}

/** The test of a portal that lets developers load from `portico dev`. */
export const devTest = test.extend<{ dev: RunDev }, Dev>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  devPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  configuration: [({ devPort }, use) => use({ overrides: [`http://localhost:${devPort}`] }), { scope: 'worker' }],
  dev: async ({ devPort, page, portal }, use) => {
    const children: ChildProcess[] = [];
    await use({
      startDev(folder, [command = '', ...program], options = [], ready = '') {
        const child = run(folder, command, [...program, 'dev', ...listOptions(devPort, portal), ...options]);
        children.push(child);
        return readLink(child, ready);
      },
      async stopDev() {
        // An open page would go on asking for changes.
        await page.goto('about:blank');
        const child = children.at(-1);
        const ended = child && once(child, 'exit');
        child?.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      },
    });
    for (const child of children) child.kill('SIGKILL');
  },
});

const listOptions = (port: number, { url }: PortalProcess) => ['--port', String(port), '--portal', url];

function run(folder: string, command: string, args: readonly string[]): ChildProcess {
  // The output must have no colours.
  const env = { ...process.env, FORCE_COLOR: undefined };
  return spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

function readLink(child: ChildProcess, ready: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [link] = /^http\S+#portico-override=\S+$/m.exec(output) ?? [];
      if (link && output.includes(ready)) resolve(link);
    });
    child.once('exit', () => reject(new Error(`It ended: ${output}`)));
  });
}

/** Opens the link of `portico dev`, and takes the override. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Usar', exact: true }).click();
}
