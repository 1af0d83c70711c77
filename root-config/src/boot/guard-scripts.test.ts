import { guardScripts } from './guard-scripts';

const chunk = 'https://cdn.test/smsa/1/chunk.js';
const added: Record<string, string> = {};

beforeAll(() => {
  const map = { imports: {}, integrity: { [chunk]: 'sha384-page', '/own.js': 'sha384-own' } };
  document.head.innerHTML = `<script type="systemjs-importmap">${JSON.stringify(map)}</script>`;
  guardScripts();
});

function scriptAt(address: string): HTMLScriptElement {
  return Object.assign(document.createElement('script'), { src: address });
}

test('a script that the import map of the page lists is checked, even before SystemJS has loaded', () => {
  expect(scriptAt(chunk)).toMatchObject({ integrity: 'sha384-page', crossOrigin: 'anonymous', src: chunk });
  const own = scriptAt('/own.js');
  expect([own.integrity, own.crossOrigin]).toEqual(['sha384-own', null]);
  expect(scriptAt('https://cdn.test/other.js').integrity).toBeFalsy();
});

test('a script that was added to the map of SystemJS later is checked by that map', () => {
  Object.assign(window, { System: { getImportMap: () => ({ imports: {}, integrity: added }) } });
  added['https://cdn.test/smsa/2/chunk.js'] = 'sha384-added';
  expect(scriptAt('https://cdn.test/smsa/2/chunk.js').integrity).toBe('sha384-added');
  added[chunk] = 'sha384-changed';
  expect(scriptAt(chunk).integrity).toBe('sha384-changed');
  expect(scriptAt('/own.js').integrity).toBe('sha384-own');
  // No longer checked.
  added[chunk] = '';
  expect(scriptAt(chunk).integrity).toBeFalsy();
});
