import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack';
import importMap from '../../import-map.json' with { type: 'json' };
import { readExampleEntries } from './example-entries';
import { computeIntegrity, writeEsLibraries, writeSystemJs } from './hashed-scripts';
import { scaleWithFont } from './style-sheet';

interface ShellFile {
  /** The address without its hash, as in the source import map: `/@portico/shared.js`. */
  readonly logical: string;
  readonly address: string;
  readonly integrity: string;
}

/** Options of all configurations of the shell's files. */
export interface ShellBuild {
  readonly root: string;
  readonly mode: 'production' | 'development';
  readonly shellFiles: ShellFilesPlugin;
}

/** The inline style sheets of the page, in order. */
const frameStyles = ['packages/core/ui/src/tokens.css', 'root-config/src/boot/frame.css'];

/**
 * Collects the files of all bundles. When all are built, and after every rebuild, it writes the files of the page host:
 * `import-map.json` with hashed addresses and integrity, and `page.json` with the parts of the page.
 */
export class ShellFilesPlugin {
  readonly #root: string;
  readonly #files = new Map<string, ShellFile[]>();
  readonly #expected = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the plugin for one bundle. */
  collect(bundle: string): WebpackPluginInstance {
    this.#expected.add(bundle);
    return {
      apply: (compiler: Compiler) => {
        compiler.hooks.afterEmit.tap('ShellFilesPlugin', (compilation) => {
          this.#files.set(bundle, listFiles(this.#root, compilation));
          if (this.#files.size === this.#expected.size) this.#write();
        });
      },
    };
  }

  #write(): void {
    const directory = path.join(this.#root, 'dist');
    // The bundles end in any order; the import map has one.
    const files = [...this.#expected]
      .flatMap((bundle) => this.#files.get(bundle) ?? [])
      .filter(({ address }) => address.startsWith('/@portico/'));
    const byLogical = new Map(files.map((file) => [file.logical, file]));
    const overrides = byLogical.get('/@portico/overrides.js');
    const development = byLogical.get('/@portico/libraries-development.js');
    const builtMap = {
      imports: Object.fromEntries(
        Object.entries(importMap.imports).map(([name, address]) => [name, byLogical.get(address)?.address ?? address]),
      ),
      entries: readExampleEntries(this.#root, importMap.imports),
      // The page itself has the integrity of the scripts for developers.
      integrity: Object.fromEntries(
        files
          .filter((file) => file !== overrides && file !== development)
          .map(({ address, integrity }) => [address, integrity]),
      ),
    };
    const page = {
      system: writeSystemJs(directory),
      native: writeEsLibraries(directory),
      development: development && { address: development.address, integrity: development.integrity },
      overrides: overrides && { address: overrides.address, integrity: overrides.integrity },
      api: byLogical.get('/@portico/api.js')?.address,
      modules: byLogical.get('/@portico/modules.js')?.address,
      rareForms: byLogical.get('/@portico/rare-forms.js')?.address,
      locales: Object.fromEntries(
        ['pt', 'en'].map((locale) => [locale, byLogical.get(`/@portico/locale-${locale}.js`)?.address]),
      ),
    };
    const frame = Buffer.concat(frameStyles.map((file) => readFileSync(path.join(this.#root, file))));
    const { code } = transform({ filename: 'frame.css', code: frame, minify: true, visitor: scaleWithFont });
    writeFileSync(path.join(directory, 'page/frame.css'), code);
    writeFileSync(path.join(directory, 'import-map.json'), `${JSON.stringify(builtMap, null, 2)}\n`);
    writeFileSync(path.join(directory, 'page.json'), `${JSON.stringify(page, null, 2)}\n`);
  }
}

function listFiles(root: string, compilation: Compilation): ShellFile[] {
  const { path: directory = '' } = compilation.outputOptions;
  const folder = `/${path.relative(path.join(root, 'dist'), directory)}`;
  return [...compilation.chunks].flatMap((chunk) =>
    [...chunk.files]
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({
        logical: `${folder}/${chunk.name ?? chunk.id}.js`,
        address: `${folder}/${file}`,
        integrity: computeIntegrity(readFileSync(path.join(directory, file))),
      })),
  );
}
