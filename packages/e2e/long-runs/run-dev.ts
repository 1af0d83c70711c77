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

interface Programs {
  /** An empty folder, which is removed when what runs in it has ended. */
  readonly folder: string;
  /** Runs a program in a folder, and ends it with the test. */
  readonly run: (folder: string, command: string, args: readonly string[]) => ChildProcess;
  readonly dev: RunDev;
}

/** The test of a portal that lets developers load from `portico dev`. */
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
  // It ends before the folder is removed, on which it depends.
  run: async ({ folder: _ }, use) => {
    const children: ChildProcess[] = [];
    await use((cwd, command, args) => {
      // The output must have no colours.
      const env = { ...process.env, FORCE_COLOR: undefined };
      const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
      // Nobody has to read it.
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
        // An open page would go on asking for changes.
        await page.goto('about:blank');
        if (child) await end(child);
        expect([child?.exitCode, child?.signalCode]).toEqual([0, null]);
      },
    });
  },
});

const listOptions = (port: number, { url }: PortalProcess) => ['--port', String(port), '--portal', url];

/** Ends a program as Ctrl+C does, and kills it only if it goes on. */
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

/** Signs in, opens the link of `portico dev`, and takes the override. */
export async function openLink(page: Page, user: DemoName, link: string): Promise<void> {
  // Not by the form: a build that comes late reloads the page, and what is typed there is lost.
  await startSession(page, user);
  await page.goto(link);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Usar', exact: true }).click();
  // The page reloads, and what is done before that is lost.
  await page.waitForFunction(() => !('isSamePage' in window), undefined, { timeout: 60_000 });
  await expect(overridesBadge(page)).toBeVisible({ timeout: 60_000 });
}

/**
 * Changes a text in a file, as a developer who saves.
 * @throws Error if the file does not have it
 */
export async function replaceIn(file: string, text: string, replacement: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  if (!content.includes(text)) throw new Error(`${file} does not have: ${text}`);
  await saveFile(file, content.replace(text, replacement));
}
