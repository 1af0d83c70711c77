import { ApiError } from '../../http/api-error';
import { requireScript } from './prepared-version';

function readRefusal(text: string): string | undefined {
  try {
    requireScript(Buffer.from(text), 'app.js');
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${error.code} ${error.values.name} ${error.values.error}`;
  }
}

test.each([
  ['nothing', '', '0 bytes'],
  ['blanks', ' \n\ufeff', '0 bytes'],
  ['a page', '<!doctype html><html>', "SyntaxError: Unexpected token '<'"],
  ['half a script', 'System.register([], function (', 'SyntaxError: Unexpected end of input'],
  ['an ES module that imports', 'import "react";', 'SyntaxError: Cannot use import statement outside a module'],
  ['an ES module that exports', 'export default 1;', "SyntaxError: Unexpected token 'export'"],
  ['too many parentheses to parse', '('.repeat(100_000), 'RangeError: Maximum call stack size exceeded'],
])('%s is refused', (_what, text, error) => {
  expect(readRefusal(text)).toBe(`400 entry-not-script app.js ${error}`);
});

test('a script is accepted and not run', () => {
  expect(readRefusal('\ufeffSystem.register([], function (e) { return { execute: function () { e(1); } }; });')).toBe(
    undefined,
  );
  expect(readRefusal('globalThis.hasRun = true; while (true);')).toBe(undefined);
  expect(globalThis).not.toHaveProperty('hasRun');
});
