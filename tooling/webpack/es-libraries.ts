import { createRequire } from 'node:module';
import { writeHashedFile } from './write-hashed-file';

/** The bare names that ES modules import natively. */
const names = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa'];

/**
 * Writes the ES module behind the names of the libraries, which exports what the shell's own System module exports: one
 * React for all forms of modules. A native export has to be named in the source, so the names come from the libraries.
 */
export function writeEsLibraries(directory: string) {
  const require = createRequire(import.meta.url);
  const exported = new Set(names.flatMap((name) => Object.keys(require(name))));
  exported.delete('default');
  // Of React's development build alone.
  exported.add('jsxDEV');
  const source = [
    "const libraries = System.get(System.resolve('react'));",
    'export default libraries.default;',
    `export const { ${[...exported].sort().join(', ')} } = libraries;\n`,
  ].join('\n');
  return { names, ...writeHashedFile(directory, 'es-libraries', Buffer.from(source)) };
}
