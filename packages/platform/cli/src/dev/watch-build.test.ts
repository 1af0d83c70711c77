import { testFolder } from '@portico/check/testing';
import webpack, { type Compiler } from 'webpack';
import { watchBuild } from './watch-build';

const folder = testFolder({ 'index.js': 'console.log(1)', 'wrong.js': 'console.log(' });

/** Writes files beside the script, like the plugins for style sheets and federations. */
const emit = (files: Readonly<Record<string, string>>) => ({
  apply: (compiler: Compiler) =>
    compiler.hooks.thisCompilation.tap('emit', (compilation) => {
      compilation.hooks.processAssets.tap('emit', () => {
        for (const [name, text] of Object.entries(files)) {
          compilation.emitAsset(name, new webpack.sources.RawSource(text));
          if (name.endsWith('.css')) for (const chunk of compilation.chunks) chunk.files.add(name);
        }
      });
    }),
});

/** Builds `orders.js`. */
async function build(published: string, { files = {}, entry = './index.js', count = 1 } = {}) {
  const watch = watchBuild(published, count);
  const compiler = webpack({
    mode: 'development',
    context: folder.at(),
    entry: { orders: entry },
    output: { path: folder.at('dist') },
  });
  if (!compiler) throw new Error('webpack did not start.');
  for (const plugin of [watch.plugin, emit(files)]) plugin.apply(compiler);
  await new Promise((resolve) => compiler.run(resolve));
  return watch;
}

test('a build lists the style sheets of the script', async () => {
  const watch = await build('orders.js', { files: { 'orders.1a2b.css': 'h1 {}' } });
  await watch.first;
  expect(watch.getStyles()).toEqual(['orders.1a2b.css']);
});

test('the manifest of a federation leads to the script', async () => {
  const manifest = {
    metaData: { remoteEntry: { name: 'orders.js', path: '', type: 'global' } },
    exposes: [{ path: './app' }],
  };
  const watch = await build('mf-manifest.json', { files: { 'mf-manifest.json': JSON.stringify(manifest) } });
  await expect(watch.first).resolves.toBeUndefined();
});

test('a build without the script fails with the names of its files, unless it has errors or another build follows', async () => {
  const { first } = await build('portal.js');
  await expect(first).rejects.toThrow('The build has no entry portal.js, which package.json names; it has orders.js.');
  for (const { first } of [await build('portal.js', { count: 2 }), await build('portal.js', { entry: './wrong.js' })])
    expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))])).toBe('waits');
});
