import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { overridesBadge } from '../features/overrides/developer-test';
import { freePort } from '../portal/free-port';
import type { PortalProcess } from '../portal/portal-process';
import { saveFile } from '../portal/save-file';
import { startSession } from '../portal/sign-in';
import { expect, test } from '../portal/test';
import type { DemoName } from '../portal/user';

interface Dev {
  /** The origin of a developer's modules, which the portal allows. */
  readonly devPort: number;
}

/** Runs `portico dev` in the folder of a module, and ends it after the test. */
interface RunDev {
  /**
   * @param program the command with its arguments before `dev`
   * @param ready matches the output once the module is built
   * @returns the printed link
   */
  startDev(folder: string, program: readonly string[], options?: readonly string[], ready?: string): Promise<string>;
  stopDev(): Promise<void>;
}

interface Programs {
  /** An empty folder, removed after its programs have ended. */
  readonly folder: string;
  /** Runs a program in a folder, and ends it after the test. */
  readonly run: (folder: string, command: string, args: readonly string[]) => ChildProcess;
  readonly dev: RunDev;
}

/** The `test` of this package on a portal that lets developers load from `portico dev`. */
export const devTest = test.extend<Programs, Dev>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  devPort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  configuration: [({ devPort }, use) => use({ overrides: [`http://localhost:${devPort}`] }), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'portico-dev-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  // The dependency on the folder makes the program end before the folder is removed.
  run: async ({ folder: _ }, use) => {
    const children: ChildProcess[] = [];
    await use((cwd, command, args) => {
      // The output must have no colours.
      const env = { ...process.env, FORCE_COLOR: undefined };
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
      // Discard the output: a full pipe would block the program.
      child.stdout.resume();
      children.push(child);
      return child;
    });
    await Promise.all(children.map(end));
  },
  dev: async ({ devPort, page, portal, run }, use) => {
    let child: ChildProcess | undefined;
    await use({
      startDev(folder, [command = '', ...program], options = [], ready = '') {
        child = run(folder, command, [...program, 'dev', ...listOptions(devPort, portal), ...options]);
        return readLink(child, ready);
      },
      async stopDev() {
        // An open page would keep polling for changes.
        await page.goto('about:blank');
        if (child) await end(child);
        expect([child?.exitCode, child?.signalCode]).toEqual([0, null]);
      },
    });
  },
});

const listOptions = (port: number, { url }: PortalProcess) => ['--port', String(port), '--portal', url];

/** Ends a program as Ctrl+C does, and kills it if it does not end. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
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

/** Signs in, opens the link of `portico dev`, and accepts the override. */
export async function openLink(page: Page, user: DemoName, link: string): Promise<void> {
  // Without the form: a late build reloads the page, and typed text is lost.
  await startSession(page, user);
  await page.goto(link);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Usar', exact: true }).click();
  // Wait for the reload: actions before it are lost.
  await page.waitForFunction(() => !('isSamePage' in window), undefined, { timeout: 60_000 });
  await expect(overridesBadge(page)).toBeVisible({ timeout: 60_000 });
}

/**
 * Replaces a text in a file, as a developer who saves it.
 * @throws Error if the file does not contain the text
 */
export async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} does not have: ${text}`);
  await saveFile(file, content.replace(text, replacement));
}
