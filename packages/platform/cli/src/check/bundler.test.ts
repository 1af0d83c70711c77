import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBundler } from './bundler';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-bundler-'));
});

test('the configuration in the folder decides, before the packages', async () => {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ devDependencies: { webpack: '^5.0.0' } }));
  expect(await findBundler(folder, [])).toEqual({ name: 'webpack', file: 'webpack.config.js' });
  await writeFile(path.join(folder, 'rsbuild.config.ts'), '');
  expect(await findBundler(folder, [])).toEqual({ name: 'rspack', file: 'rsbuild.config.ts' });
});

test.each([
  ['webpack', 'self.webpackChunkorders=self.webpackChunkorders||[]'],
  ['rspack', 'self.rspackChunkorders=self.rspackChunkorders||[]'],
  ['vite', 'new Event("vite:preloadError",{cancelable:!0})'],
  [undefined, 'System.register([],function(){})'],
])('without a configuration, what the build contains tells %s', async (name, text) => {
  expect((await findBundler(folder, [{ name: 'orders.js', text, size: 1 }]))?.name).toBe(name);
});
