import { testFolder } from '../testing/test-folder';
import { findImports, parseImports } from './find-imports';

const dist = testFolder();

test.each<[string, string, string[]]>([
  [
    'an ES module',
    'import a,{b}from"vue";export*from"rxjs";export{c}from"@acme/api";import"./d.js";import("lit");import(`@acme/people`)',
    ['vue', 'rxjs', '@acme/api', './d.js', 'lit', '@acme/people'],
  ],
  [
    'a System module',
    'System.register("x",["react","./part.js"],(e)=>({execute(){System.import("@acme/people");import("@acme/late")}}))',
    ['@acme/people', '@acme/late', 'react', './part.js'],
  ],
  ['a System module by its global', 'window.System.register(["rxjs"],function(){})', ['rxjs']],
  [
    'a script with other calls, composed names, comments and texts',
    'var a="import(\'x\')";/* import("y") */b.register(["z"]);c.System["import"](d);import("./"+e+".js");System.import(g)',
    [],
  ],
  ['parts of Node that only Node imports', 'if(isNode)await import("module"),import("node:fs")', []],
  ['parts of Node that nothing can import', 'import{readFile}from"fs"', ['fs']],
  ['a script in sloppy mode', 'with(a){b=010};import("vue")', ['vue']],
  ['no script', 'a b c', []],
  ['a script that is nested too deeply', `${'['.repeat(50_000)}import("vue")${']'.repeat(50_000)}`, []],
])('the imports of %s are parsed', (_what, text, specifiers) => {
  expect(parseImports(text).specifiers).toEqual(specifiers);
});

test.each([
  ['export const a = 1', 'es-module'],
  ['System.register([],()=>({}))', 'system'],
  ['const a=1,b=2;export{a as get,b as init}', 'script'],
  ['var orders;(()=>{orders={get:()=>1,init:()=>2}})()', 'script'],
])('the form of %s is known', (text, form) => {
  expect(parseImports(text).form).toBe(form);
});

test('bare names are found in the scripts that the entry imports by a path, and in no other one', async () => {
  await dist.write({
    'portal.js': 'import"./assets/a.js?v=1";import"../../secret.js";import"/absolute.js";import"https://cdn.test/c.js"',
    'assets/a.js': 'import("./b.js");import"rxjs"',
    'assets/b.js': 'import"../portal.js";import"@acme/api";import"rxjs"',
    'chunk.js': 'System.import("@acme/people")',
    'index.js': 'import"vue"',
  });
  expect(await findImports(dist.at(), 'portal.js', ['chunk.js'])).toEqual({
    form: 'es-module',
    bareImports: ['@acme/people', 'rxjs', '@acme/api'],
  });
});
