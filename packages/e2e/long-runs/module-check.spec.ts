import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Configuration } from 'webpack';
import { buildFixture, check, declareModule, ownPath } from './check-fixture';

const root = path.resolve(import.meta.dirname, '../../..');

let folder: string;

async function build(fixture: string, own?: Configuration, name = fixture): Promise<string> {
  const module = path.join(folder, name);
  await buildFixture(module, fixture, { ...own, output: { ...own?.output, uniqueName: name } });
  return module;
}

test.describe('the check', () => {
  test.beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
  });
  test.afterEach(() => rm(folder, { recursive: true }));

  test('refuses a module that exceeds the size limit, and prints the size of each file', async () => {
    const module = await build('chunks', { ...ownPath, optimization: { chunkIds: 'named' } });
    const { code, output } = await check(module, '--max-kb', '0.5');
    expect(code).toBe(1);
    expect(output).toMatch(/ {2}\d\.\d KB {2}orders\.js\n/);
    expect(output).toMatch(/ {2}\d\.\d KB {2}part\.js\n/);
    expect(output).toMatch(/✗ It is too large: \d\.\d KB compressed until it is on screen; the limit is 0\.5 KB\.\n/);
  });

  test('accepts each form of module, and prints hints for the team', async () => {
    const entries = {
      smsa: 'remoteEntry.js',
      hrstudium: 'remoteEntry.js',
      'smsa-dev': 'remoteEntry.js',
      welcome: 'welcome.js',
    };
    const modules: string[] = [];
    for (const [key, entry] of Object.entries(entries)) {
      const module = path.join(folder, key);
      await mkdir(module);
      await symlink(path.join(root, 'packages/examples', key, 'dist'), path.join(module, 'dist'));
      await declareModule(module, key, entry);
      modules.push(module);
    }
    const esModule: Configuration = {
      experiments: { outputModule: true },
      externalsType: 'module',
      output: { module: true, library: { type: 'module' } },
    };
    const declared = await build('calls-api', {}, 'declared');
    await declareModule(declared, 'orders', 'orders.js', { policy: { connections: ['https://api.acme.test'] } });
    modules.push(
      await build('chunks', ownPath),
      await build('starts-worker', esModule),
      declared,
      await build('own-react-18', { externals: [] }),
      await build('calls-api'),
      await build('leaks-listener'),
      await build('leaks-interval'),
      await build('leaks-global'),
    );
    const { code, output } = await check(...modules);
    expect({ code, output }).toEqual({ code: 0, output });
    const [, ...sections] = output.split(/^(?:smsa|hrstudium|smsa-dev|welcome|orders)\n/m);
    expect(sections).toHaveLength(modules.length);
    for (const section of sections) expect(section).toContain('✓ Nothing is wrong.');
    // No hint for the examples, or for a System module with chunks.
    for (const section of sections.slice(0, 5)) expect(section).not.toContain('·');
    const [ofDeclared, ofOwnReact, ofUndeclared, ...ofLeaks] = sections.slice(-6);
    expect(ofDeclared).not.toContain('It needs');
    expect(ofOwnReact).toMatch(
      /· It brings its own React 18\.3\.1, \d\d\.\d KB of orders\.js\. The portal has 19\.\d+\.\d+\.\n/,
    );
    expect(ofUndeclared).toContain('· It needs connections https://api.acme.test: declare it in package.json');
    const leaks = [
      '· Every visit leaves a listener of "popstate" on window (leaks-listener.tsx:4) behind: the portal removes it',
      '· Every visit leaves an interval of 5000 ms (leaks-interval.tsx:4) behind: the portal removes it',
      '· It keeps the global "leakedByModule", which does not grow from visit to visit.',
    ];
    for (const [index, leak] of leaks.entries()) expect(ofLeaks[index]).toContain(leak);
  });

  test('prints in one sentence why it cannot run', async () => {
    const lacks = async (...args: string[]) => {
      const { code, output } = await check(...args);
      expect(code).toBe(1);
      return output.trim();
    };
    expect(await lacks(folder)).toBe(`${folder}/package.json does not exist: run portico in the folder of a module.`);
    await declareModule(folder, 'orders', 'orders.js');
    expect(await lacks(folder)).toBe(`${folder}/dist/orders.js does not exist: build the module first.`);
    const module = await build('leaks-global');
    expect(await lacks(module, '--browser', '/nowhere')).toBe('/nowhere does not exist: name a Chromium or Chrome.');
  });
});
