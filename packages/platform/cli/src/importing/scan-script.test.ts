import { nameChunks, scanScript } from './scan-script';

test('an ES module names what it imports and exports', () => {
  const scan = scanScript(`import { Button } from "@acme/styleguide"; import "./side.js";
    export const bootstrap = async () => {}; export { Button as mount }; export function unmount() {}
    export default () => Promise.all([import("./part.js"), import(/* webpackIgnore: true */ "@acme/people")]);
    new URL("logo.svg", import.meta.url); new URL("./icon.svg", import.meta.url); new URL("../", import.meta.url); import("https://cdn.test/x.js");`);
  expect(scan).toMatchObject({ form: 'es-module', hasLifecycles: true, registersApplications: false });
  expect([...scan.names]).toEqual(['@acme/styleguide', '@acme/people']);
  expect([...scan.files]).toEqual(['./side.js', './part.js', './logo.svg', './icon.svg']);
  expect([...scan.exports]).toEqual(['bootstrap', 'mount', 'unmount', 'default']);
});

test.each([
  ['by name', 'e("mount", 1); e("unmount", 2);'],
  ['as an object', 'e({ mount: 1, unmount: 2 });'],
  ['from the bundle of webpack', 'e((() => { r.d(x, { mount: () => a, unmount: () => b }); return x; })());'],
])('a System module exports lifecycles %s', (_how, source) => {
  const scan = scanScript(
    `System.register(["react", "./a.js"], function (e) { return { execute() { ${source} } }; });`,
  );
  expect(scan).toMatchObject({ form: 'system', hasLifecycles: true });
  expect([[...scan.names], [...scan.files]]).toEqual([['react'], ['./a.js']]);
});

test('a package has no lifecycles, a root config registers applications, and UMD is neither form', () => {
  expect(scanScript('System.register([], (e) => ({ execute() { e("get", 1); } }))').hasLifecycles).toBe(false);
  expect(scanScript('import { registerApplication as r } from "single-spa"; S.registerApplication({});')).toMatchObject(
    {
      registersApplications: true,
    },
  );
  // Angular's registry of testabilities has a method of this name.
  const angular = 'System.register(["single-spa-angular"], (e) => ({ execute() { t.registerApplication(n, s); } }))';
  expect(scanScript(angular).registersApplications).toBe(false);
  expect(scanScript('import { registerApplication as r } from "single-spa"; all.forEach(r);')).toMatchObject({
    registersApplications: true,
  });
  const umd = scanScript('!function(e,t){ module.exports = t(require("vue")); }(this, (v) => v);');
  expect([umd.form, [...umd.names]]).toEqual(['script', ['vue']]);
});

test('the runtime of webpack names its chunks', () => {
  const { chunks, publicFiles, publicPath } = scanScript(`(() => { var r = {};
    r.u = (e) => "js/" + (179 === e ? "first" : ({ 2: "two", 3: "three" }[e] || e)) + "." + { 2: "aa", 3: "bb", 179: "cc" }[e] + ".js";
    r.miniCssF = (e) => \`css/\${e}.css\`; r.p = "/app/"; x = r.p + "a1.png";
    Promise.all([r.e(2), r.e(3)]).then(() => r.e(179)); })()`);
  expect(nameChunks([chunks])).toEqual({
    files: ['js/two.aa.js', 'css/2.css', 'js/three.bb.js', 'css/3.css', 'js/first.cc.js', 'css/179.css'],
    isPartial: false,
  });
  expect([[...publicFiles], publicPath]).toEqual([['a1.png'], '/app/']);
  const unknown = scanScript('r.u = (e) => names.get(e); r.e(5);').chunks;
  expect(nameChunks([unknown])).toEqual({ files: [], isPartial: true });
});

test('the list of files that Vite loads with a lazy part has its styles', () => {
  const { files } = scanScript(
    'const d = ["./assets/a.js", "./assets/Details (x).css", "./x.txt"]; import("./assets/a.js");',
  );
  expect([...files]).toEqual(['./assets/Details (x).css', './assets/a.js']);
});

test('what does not parse is an error', () => {
  expect(() => scanScript('<!doctype html>')).toThrow('Unexpected token');
});
