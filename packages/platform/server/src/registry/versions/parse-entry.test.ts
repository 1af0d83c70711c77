import { parseEntry } from './parse-entry';

function read(text: string): string {
  const { error, form = 'script' } = parseEntry(text);
  return error ?? form;
}

test.each([
  ['nothing', '', '0 bytes'],
  ['blanks', ' \n\ufeff', '0 bytes'],
  [
    'a page',
    '<!doctype html><html>',
    "SyntaxError: Unexpected token '<'; as an ES module: SyntaxError: Unexpected token (1:0)",
  ],
  [
    'half a script',
    'System.register([], function (',
    'SyntaxError: Unexpected end of input; as an ES module: SyntaxError: Unexpected token (1:30)',
  ],
  [
    'half an ES module',
    'import "react";\nexport default {',
    'SyntaxError: Cannot use import statement outside a module; as an ES module: SyntaxError: Unexpected token (2:16)',
  ],
])('%s is refused', (_what, text, error) => {
  expect(read(text)).toBe(error);
});

test('too many parentheses to parse are refused', () => {
  expect(read('('.repeat(100_000))).toMatch(/RangeError: Maximum call stack size exceeded; as an ES module: /);
});

test.each([
  ['that imports', 'import "react";'],
  ['that exports', '\ufeffexport default 1;'],
  ['that awaits', 'const { mount } = await import("./app.js"); mount();'],
  ['that knows its address', 'new URL("logo.svg", import.meta.url);'],
  ['in the newest syntax', 'export class Page { static #open = 0; static { Page.#open ||= 1; } accessor = 1 }'],
])('an ES module %s is accepted', (_what, text) => {
  expect(read(text)).toBe('es-module');
});

test('a script is accepted and not run', () => {
  expect(read('\ufeffSystem.register([], function (e) { return { execute: function () { e(1); } }; });')).toBe(
    'script',
  );
  expect(read('globalThis.hasRun = true; while (true);')).toBe('script');
  expect(globalThis).not.toHaveProperty('hasRun');
});

test.each([
  ["import '@acme/styleguide';\nexport { a } from '@module/orders';\nexport * from 'rxjs';", 'in an ES module'],
  [
    'System.register(["./chunk.js","react","@acme/styleguide","@module/orders","rxjs"],function(){})',
    'in a System module',
  ],
  [`System.register('own', [ '@acme/styleguide', '@module/orders', 'rxjs' ], function () {})`, 'under a name'],
])('imports of packages and modules are read from %s, %s', (text) => {
  expect(parseEntry(text).imports).toEqual(['@acme/styleguide', '@module/orders', 'rxjs']);
});

test.each([
  ['a comment', '/* as System.register(["react"]) does */ globalThis.orders = 1;'],
  ['a text', 'globalThis.help = "System.register([\'react\'])";'],
  ['a template', 'globalThis.help = `System.register(["react"])`;'],
  ['an expression', 'globalThis.help = /System.register(["react"])/;'],
])('a script that names the call of a System module in %s is none', (_where, text) => {
  expect(parseEntry(text)).toEqual({});
});

test('a System module is found after a comment with another list, and inside a function', () => {
  const call = 'System . register(["@acme/styleguide"], function () {})';
  expect(parseEntry(`// System.register(["rxjs"])\n!function () { 1 / 2; }(), (function () { ${call}; })();`)).toEqual({
    isSystem: true,
    imports: ['@acme/styleguide'],
  });
});

test('an entry without imports from other teams has none', () => {
  expect(
    parseEntry('import "react"; import "./chunk.js"; import "https://cdn.test/a.js"; import "constructor";'),
  ).toEqual({
    form: 'es-module',
  });
});
