import TerserPlugin from 'terser-webpack-plugin';
import { minifyOptions } from './production';

/** Minimizes a file that names a chunk by a hash, and returns it without the hash. */
async function minifyWith(hash: string) {
  const source = `window.load = function (chunk, name) { let file = chunk(name); file.push(chunk); return file + "${hash}"; };`;
  const { code = '' } = await TerserPlugin.swcMinify({ 'file.js': source }, undefined, { ...minifyOptions });
  expect(code).toContain(hash);
  return code.replace(hash, '');
}

it('names variables alike, whatever a hash in the file is', async () => {
  const hashes = ['e'.repeat(40), 'f'.repeat(40), 'a1b2c3d4'.repeat(5)];
  const [first, ...others] = await Promise.all(hashes.map(minifyWith));
  expect(others).toEqual([first, first]);
});
