import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Configuration } from 'webpack';
import { buildFixture, check, declareModule, listFindings, ownPath, refuse } from './check-fixture';

const root = path.resolve(import.meta.dirname, '../../..');

let folder: string;

async function build(fixture: string, own?: Configuration, name = 'orders'): Promise<string> {
  const module = path.join(folder, name);
  await buildFixture(module, fixture, own);
  return module;
}

const refusal = async (...args: string[]) => listFindings(await refuse(...args));

test.describe('the check', () => {
  test.beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
  });
  test.afterEach(() => rm(folder, { recursive: true }));

  test('refuses a chunk that was not published with the rest', async () => {
    const module = await build('chunks', { ...ownPath, optimization: { chunkIds: 'named' } });
    await rm(path.join(module, 'dist/part.js'));
    expect(await refusal(module)).toEqual([
      expect.stringMatching(/^It crashed: Loading chunk part failed/),
      'It requests part.js, which does not exist in its build.',
    ]);
  });

  test('refuses a module that exceeds the size limit, and prints the size of each file', async () => {
    const module = await build('chunks', { ...ownPath, optimization: { chunkIds: 'named' } });
    const { code, output } = await check(module, '--max-kb', '0.5');
    expect(code).toBe(1);
    expect(output).toMatch(/ {2}\d\.\d KB {2}orders\.js\n/);
    expect(output).toMatch(/ {2}\d\.\d KB {2}part\.js\n/);
    expect(output).toMatch(/✗ It is too large: \d\.\d KB compressed until it is on screen; the limit is 0\.5 KB\.\n/);
  });

  test('refuses two modules whose builds have the same name', async () => {
    const modules = [await build('chunks', ownPath, 'one'), await build('chunks', ownPath, 'other')];
    expect(await refusal(...modules)).toEqual([
      `${modules.join(' and ')} have the same uniqueName: their chunks register at window.webpackChunkorders. Set output.uniqueName of each to its key.`,
    ]);
  });

  test('accepts each form of module: the examples, and a System module with chunks', async () => {
    const entries = {
      smsa: 'remoteEntry.js',
      hrstudium: 'remoteEntry.js',
      'smsa-dev': 'remoteEntry.js',
      welcome: 'welcome.js',
    };
    const modules = Object.entries(entries).map(async ([key, entry]) => {
      const module = path.join(folder, key);
      await mkdir(module);
      await symlink(path.join(root, 'packages/examples', key, 'dist'), path.join(module, 'dist'));
      await declareModule(module, key, entry);
      return module;
    });
    const { code, output } = await check(...(await Promise.all(modules)), await build('chunks', ownPath));
    expect({ code, output }).toEqual({ code: 0, output });
    expect(output.match(/✓ Nothing is wrong\./g)).toHaveLength(5);
    expect(output).not.toContain('·');
  });

  test('accepts an ES module of webpack with a worker', async () => {
    const output = { module: true, library: { type: 'module' } };
    const module = await build('starts-worker', {
      experiments: { outputModule: true },
      externalsType: 'module',
      output,
    });
    const { code, output: printed } = await check(module);
    expect({ code, printed }).toEqual({ code: 0, printed });
    expect(printed).toContain('✓ Nothing is wrong.');
  });

  test('remarks how many kilobytes a React of its own takes', async () => {
    const { code, output } = await check(await build('own-react-18', { externals: [] }));
    expect({ code, output }).toEqual({ code: 0, output });
    expect(output).toMatch(
      /· It brings its own React 18\.3\.1, \d\d\.\d KB of orders\.js\. The portal has 19\.\d+\.\d+\.\n/,
    );
  });

  test('explains a build for React 18 that got the React of the portal by both versions', async () => {
    const module = await build('own-react-18', { externals: ['react', 'react/jsx-runtime'] });
    const [finding] = await refusal(module);
    expect(finding).toMatch(
      /It was built for React 18\.3\.1 and got React 19\.\d+\.\d+ of the portal\. Either bundle all/,
    );
  });

  test('names the origins that a module should declare, and allows what it declares', async () => {
    const module = await build('calls-api');
    const { code, output } = await check(module);
    expect({ code, output }).toEqual({ code: 0, output });
    expect(output).toContain('· It needs connections https://api.acme.test: declare it in package.json');
    await declareModule(module, 'orders', 'orders.js', { connections: ['https://api.acme.test'] });
    expect((await check(module)).output).not.toContain('It needs');
  });

  test('says in one sentence why it cannot run', async () => {
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
