import path from 'node:path';
import { isFederationManifest, parseFederationManifest } from '@portico/contract/publishing';
import type { Compiler, Stats } from 'webpack';
import { CommandError } from '../terminal/arguments';

/**
 * Watches the builds of webpack or Rspack.
 * @param published the entry of package.json: the script, or the manifest of a federation that names it
 * @param count the number of configurations, one of which builds the script
 */
export function watchBuild(published: string, count: number) {
  let styles: readonly string[] = [];
  let succeed: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const first = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  // The first build may fail before the caller awaits it.
  first.catch(() => undefined);
  /** The builds without the script, and their files. */
  const buildsWithoutScript = new Map<Compiler, readonly string[]>();
  const inspectBuild = async (compiler: Compiler, stats: Stats) => {
    const built = await findScript(compiler, published);
    const files = [...stats.compilation.entrypoints.values()].map((entrypoint) => entrypoint.getFiles());
    const own = files.find((names) => built !== undefined && names.includes(built));
    if (built !== undefined && own) {
      styles = own.filter((name) => name.endsWith('.css'));
      return succeed();
    }
    if (stats.hasErrors()) return;
    buildsWithoutScript.set(compiler, files.flat());
    if (buildsWithoutScript.size < count) return;
    const names = [...buildsWithoutScript.values()].flat().filter((name) => /\.m?js$/.test(name));
    fail(
      new CommandError(`The build has no entry ${published}, which package.json names; it has ${names.join(', ')}.`),
    );
  };
  const apply = (compiler: Compiler) =>
    compiler.hooks.done.tap('portico', (stats) => void inspectBuild(compiler, stats).catch(fail));
  return {
    /** Add it to each configuration. */
    plugin: { apply },
    /** Resolves after the first build of the module; rejects with a CommandError if the build lacks its script. */
    first,
    /** Returns the style sheets of the last build that the script needs and no script loads. */
    getStyles: () => styles,
  };
}

/** Finds the script of the module; `undefined` if the build has not written the manifest of the federation. */
async function findScript({ outputFileSystem, outputPath }: Compiler, published: string): Promise<string | undefined> {
  if (!isFederationManifest(published)) return published;
  const text = await new Promise<string>((resolve) => {
    outputFileSystem?.readFile(path.join(outputPath, published), (_, content) => resolve(content?.toString() ?? ''));
  });
  if (text === '') return undefined;
  return path.posix.join(path.posix.dirname(published), parseFederationManifest(text).entry);
}
