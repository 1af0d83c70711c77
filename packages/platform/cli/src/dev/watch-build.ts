import path from 'node:path';
import { isFederationManifest, parseFederationManifest } from '@portico/contract';

/** As much of a compiler of webpack or Rspack as is used. */
interface Compiler {
  readonly hooks: { readonly done: { tap(name: string, handle: (stats: Stats) => void): void } };
  readonly outputPath: string;
  readonly outputFileSystem: {
    readFile(file: string, done: (error: Error | null, content?: Uint8Array | string) => void): void;
  } | null;
}

interface Stats {
  readonly compilation: {
    readonly entrypoints: ReadonlyMap<string, { getFiles(): readonly string[] }>;
  };
}

/** What is known of the builds of a module. */
export interface BuildWatch {
  /** To be added to its configuration. */
  readonly plugin: { apply(compiler: Compiler): void };
  /** Resolves to the script of the module, once that is built. */
  readonly script: Promise<string>;
  /** The style sheets that the script needs and none loads, of the last build. */
  readonly getStyles: () => readonly string[];
}

/**
 * Watches the builds of webpack or Rspack.
 * @param published what package.json names: the script, or the manifest of a federation that names it
 */
export function watchBuild(published: string): BuildWatch {
  let styles: readonly string[] = [];
  let found: (script: string) => void = () => {};
  const script = new Promise<string>((resolve) => {
    found = resolve;
  });
  const apply = (compiler: Compiler) =>
    compiler.hooks.done.tap('portico', async ({ compilation }) => {
      const built = await findScript(compiler, published);
      const files = [...compilation.entrypoints.values()].map((entrypoint) => entrypoint.getFiles());
      const own = built === undefined ? undefined : files.find((names) => names.includes(built));
      if (built === undefined || !own) return;
      styles = own.filter((name) => name.endsWith('.css'));
      found(built);
    });
  return { plugin: { apply }, script, getStyles: () => styles };
}

/** `undefined` if the build has not written the manifest of the federation. */
async function findScript({ outputFileSystem, outputPath }: Compiler, published: string): Promise<string | undefined> {
  if (!isFederationManifest(published)) return published;
  const text = await new Promise<string>((resolve) => {
    outputFileSystem?.readFile(path.join(outputPath, published), (_, content = '') => resolve(content.toString()));
  });
  if (text === '') return undefined;
  return path.posix.join(path.posix.dirname(published), parseFederationManifest(text).entry);
}
