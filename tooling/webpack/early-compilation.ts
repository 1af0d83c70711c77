import type { Compiler, WebpackPluginInstance } from 'webpack';

/** Before anything else in a file: Chromium compiles all its functions as those in parentheses. Others ignore it. */
const allFunctions = '//# allFunctionsCalledOnLoad\n';

/**
 * Puts the functions of a System module that run first into parentheses. Browsers compile such functions with the file,
 * in a thread beside the page while the file arrives; all others in the thread of the page, when they are called.
 * @param isFirst whether the first screen of a page runs most functions of the file
 */
export function earlyCompilation(mode: string, isFirst: boolean): WebpackPluginInstance[] {
  if (mode !== 'production') return [];
  const name = 'early-compilation';
  const plugin = {
    apply: (compiler: Compiler) => {
      compiler.hooks.compilation.tap(name, (compilation) => {
        // After the minimizer, which removes parentheses, and before the source maps.
        const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1;
        compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
          for (const file of Object.keys(assets)) {
            compilation.updateAsset(file, (asset) => {
              const result = new compiler.webpack.sources.ReplaceSource(asset);
              for (const [at, text] of findHints(String(asset.source()), isFirst)) result.insert(at, text);
              return result;
            });
          }
        });
      });
    },
  };
  return [plugin];
}

/**
 * Finds what to insert into a minified file, and where; nothing if it is no System module, but a chunk of one.
 * @throws Error if it does not look like those of webpack
 */
export function findHints(script: string, isFirst: boolean): [number, string][] {
  const start = script.indexOf('System.register(');
  if (start < 0) return [];
  const declare = script.indexOf('],function(', start) + 2;
  const execute = script.indexOf('execute:function()', declare) + 'execute:'.length;
  const end = script.lastIndexOf('}}})');
  if (declare < 2 || execute < declare || end < execute) throw new Error('This is no System module of webpack.');
  return [
    ...(isFirst ? [[0, allFunctions] satisfies [number, string]] : []),
    [declare, '('],
    [execute, '('],
    ...findCommonJsModules(script),
    [end + 1, ')'],
    [end + 3, ')'],
  ];
}

/**
 * CommonJS modules, React above all: `var a=n.cw((e,t)=>{…}),b=n.cw(e=>{…})`. Without the last one, which only
 * re-exports another.
 */
function findCommonJsModules(script: string): [number, string][] {
  const starts = [...script.matchAll(/=\w+\.cw\((?=(?:\w+|\([\w,]*\))=>\{)/g)];
  return starts.slice(0, -1).flatMap(({ 0: call, index }, position): [number, string][] => {
    const start = index + call.length;
    const end = /\}\),\w+$/.exec(script.slice(start, starts[position + 1]?.index));
    return end
      ? [
          [start, '('],
          [start + end.index + 1, ')'],
        ]
      : [];
  });
}
