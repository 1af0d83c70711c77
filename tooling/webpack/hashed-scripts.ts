import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** The bare names that ES modules import natively. */
const nativeNames = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa'];

/** Copies SystemJS, a plain script. */
export function writeSystemJs(directory: string) {
  return writeScript(directory, 'system', readFileSync(require.resolve('systemjs/dist/system.min.js')));
}

/**
 * Writes the ES module behind the names of the libraries. It re-exports the shell's System module, so that all forms of
 * modules share one React. The source of an ES module has to name its exports, so they are read from the libraries.
 */
export function writeEsLibraries(directory: string) {
  const exported = new Set(nativeNames.flatMap((name) => Object.keys(require(name))));
  exported.delete('default');
  // Only React's development build has it.
  exported.add('jsxDEV');
  const source = [
    "const libraries = System.get(System.resolve('react'));",
    'export default libraries.default;',
    `export const { ${[...exported].sort().join(', ')} } = libraries;\n`,
  ].join('\n');
  return { names: nativeNames, ...writeScript(directory, 'es-libraries', Buffer.from(source)) };
}

export function computeIntegrity(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Writes a script that webpack does not build, with a hash in its name, also compressed. */
function writeScript(directory: string, name: string, content: Buffer) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const address = `/@portico/${name}.${hash}.js`;
  const file = path.join(directory, address);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
  return { address, integrity: computeIntegrity(content) };
}
