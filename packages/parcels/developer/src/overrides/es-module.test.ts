import { isEsModule } from './resolve-entry';

let source: string | undefined;
beforeEach(() => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (source === undefined) throw new TypeError('Failed to fetch');
    return new Response(source);
  });
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ['a module of a development server', 'import { createHotContext } from "/@vite/client";', true],
  ['a minified build', 'var a=1;export{a as mount};', true],
  ['a module that knows its address', 'new URL("a.svg", import.meta.url);', true],
  ['a System module', 'System.register(["react"],function(e){return{execute:function(){import("./a.js")}}});', false],
  ['a container with code as text', 'var orders;eval("export default 1");', false],
  ['a page', '<!doctype html><title>Not found</title>', false],
  ['nothing, because it does not answer', undefined, false],
])('%s is an ES module: %#', async (_what, text, expected) => {
  source = text;
  expect(await isEsModule('http://localhost:5173/src/main.tsx')).toBe(expected);
});
