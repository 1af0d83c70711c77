import { testFolder } from '../testing/test-folder';
import { findBundler } from './bundler';

const folder = testFolder();

test('the configuration in the folder decides, before the packages', async () => {
  await folder.write({ 'package.json': JSON.stringify({ devDependencies: { webpack: '^5.0.0' } }) });
  expect(await findBundler(folder.at(), [])).toEqual({ name: 'webpack', file: 'webpack.config.js' });
  await folder.write({ 'rsbuild.config.ts': '' });
  expect(await findBundler(folder.at(), [])).toEqual({ name: 'rspack', file: 'rsbuild.config.ts' });
});

test("single-spa's presets and the Vue CLI are known", async () => {
  await folder.write({
    'package.json': JSON.stringify({ devDependencies: { 'webpack-config-single-spa-react-ts': '^4.0.0' } }),
    'webpack.config.js': '',
  });
  expect(await findBundler(folder.at(), [])).toMatchObject({ name: 'webpack', hasPreset: true });
  await folder.write({ 'vue.config.js': '' });
  expect(await findBundler(folder.at(), [])).toEqual({ name: 'vue-cli', file: 'vue.config.js' });
});

test.each([
  ['webpack', 'self.webpackChunkorders=self.webpackChunkorders||[]'],
  ['rspack', 'self.rspackChunkorders=self.rspackChunkorders||[]'],
  ['vite', 'new Event("vite:preloadError",{cancelable:!0})'],
  [undefined, 'System.register([],function(){})'],
])('without a configuration, what the build contains tells %s', async (name, text) => {
  expect((await findBundler(folder.at(), [{ name: 'orders.js', text, size: 1 }]))?.name).toBe(name);
});
