import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as valibot from 'valibot';
import webpack, { type WebpackPluginInstance } from 'webpack';

/** The name by which all bundles but core take valibot. */
export const valibotHome = '@portico/shared';

const core = path.join(import.meta.dirname, '../root-config/src/libraries/core.ts');

/** Fails a build that uses a function of valibot that `core.ts`, from where the other bundles take it, does not export. */
export const valibotExports: WebpackPluginInstance = {
  apply(compiler) {
    compiler.hooks.compilation.tap('ValibotExports', (compilation) => {
      compilation.hooks.afterOptimizeDependencies.tap('ValibotExports', (modules) => {
        const passedOn = readNames();
        for (const module of modules) {
          if (!(module instanceof webpack.ExternalModule) || module.userRequest !== valibotHome) continue;
          const used = compilation.moduleGraph.getUsedExports(module, undefined);
          const names = typeof used === 'object' && used ? [...used] : [];
          const missing = names.filter((name) => name in valibot && !passedOn.has(name));
          if (missing.length > 0)
            compilation.errors.push(new Error(`Export ${missing.join(', ')} of valibot from ${core}.`));
        }
      });
    });
  },
};

function readNames(): Set<string> {
  const list = /export {([^}]*)} from 'valibot'/.exec(readFileSync(core, 'utf8'))?.[1] ?? '';
  return new Set(list.match(/\w+/g));
}
