import { getStyleScope } from '../module-names';
import { scopeRule, scopeStyles } from './scope-styles';

const mark = getStyleScope('orders');
const other = `${mark} [data-portico-module]:not(${mark})`;
const inside = `:where(${mark},${mark} *,:host *):not(:where(${other},${other} *))`;

/** Returns scoped styles with short names: `(inside)`, `(element)` and `(all)`, which includes children of the body. */
function scope(text: string): string {
  const scoped = scopeStyles(text, mark);
  expect(scopeStyles(scoped, mark)).toBe(scoped);
  return scoped
    .replaceAll(inside, '(inside)')
    .replaceAll(`:where(${mark}:not(body>*))`, '(element)')
    .replaceAll(`:where(${mark})`, '(all)');
}

test.each([
  ['* { margin: 0 }', '*(inside) { margin: 0 }'],
  ['*, ::before { margin: 0 }', '*(inside), (inside)::before { margin: 0 }'],
  ['h1 > a:hover::after { color: red }', 'h1 > a:hover(inside)::after { color: red }'],
  ['::selection { color: red }', '(inside)::selection { color: red }'],
  ['p:first-line { color: red }', 'p(inside):first-line { color: red }'],
  ['.orders, button { color: red }', '.orders, button(inside) { color: red }'],
  ['button:not(.quiet) { color: red }', 'button:not(.quiet)(inside) { color: red }'],
  ['section:has(.orders) { color: red }', 'section:has(.orders)(inside) { color: red }'],
  [':where(.orders, p) { color: red }', ':where(.orders, p)(inside) { color: red }'],
  ['a[href$="a,{}"] { color: red }', 'a[href$="a,{}"](inside) { color: red }'],
  ['[class*="icon-"] { color: red }', '[class*="icon-"](inside) { color: red }'],
  ['body > h1 { color: red }', 'body > h1(inside) { color: red }'],
  // A state of the page does not limit a rule to the module, but has to keep working.
  ['html.dark h1 { color: red }', 'html.dark h1(inside) { color: red }'],
  ['.portico-button { color: red }', '.portico-button(inside) { color: red }'],
  ['/* a, b */ h1 /* , */ { color: red }', '/* a, b */ h1(inside) { color: red }'],
  ['h1 { color: red; a { color: blue } }', 'h1(inside) { color: red; a { color: blue } }'],
  ['h1 { color: red', 'h1(inside) { color: red}'],
])('%s applies inside of the module', (text, scoped) => {
  expect(scope(text)).toBe(scoped);
});

test.each([
  ['body { margin: 0; color: red }', 'body {(all){ color: red }(element){ margin: 0;}}'],
  ['html, body { background: red }', 'html, body {(element){ background: red }}'],
  [':where(html) { color: red }', ':where(html) {(all){ color: red }}'],
  ['body.modal-open { color: red }', 'body.modal-open {(all){ color: red }}'],
  [':root[data-theme=dark] { color: red }', ':root[data-theme=dark] {(all){ color: red }}'],
  ['body::before { content: ";}" }', 'body (element)::before { content: ";}" }'],
  ['#root, body { color: red }', '#root { color: red }body {(all){ color: red }}'],
  ['*, :root { color: red }', '*(inside) { color: red }:root {(all){ color: red }}'],
  // Custom properties stay, because a class on the page may set them again.
  [':root { --a: {;}; color: red }', ':root { --a: {;};(all){ color: red }}'],
  [':root { --portico-accent: red }', ':root {(all){ --portico-accent: red }}'],
  // The shell arranges the page.
  ['body { display: flex; min-height: 100vh; margin: 0 }', 'body {(element){ margin: 0 }}'],
  ['html, body, #root { height: 100% }', '#root { height: 100% }'],
  ['html, body { height: 100% }', ''],
  [
    ':root { font: 18px x; @media print { font-size: 16px } &.dark { color: red } h1 { margin: 0 } }',
    ':root {(all){ font: 18px x;} @media print {(all){ font-size: 16px }} &.dark {(all){ color: red }} h1(inside) { margin: 0 } }',
  ],
])('%s applies to the element of the module', (text, scoped) => {
  expect(scope(text)).toBe(scoped);
});

test.each([
  '.orders { color: red }',
  '.orders * { margin: 0 }',
  '#root > p { color: red }',
  'html.dark .orders { color: red }',
  ':where(.orders) h1 { color: red }',
  '.orders:not(:hover) > * { color: red }',
  'h1[data-v-7ba5bd90] { color: red }',
  'app-root { display: block }',
  '.md\\:flex { display: flex }',
  ':root, :host { --text: red }',
  ':root[data-theme=dark] { --text: red }',
  '*, ::before { --tw-shadow: 0 0 #0000 }',
  ':host h1 { color: red }',
  '@scope (.orders) { h1 { color: red } }',
  '@keyframes spin { from { rotate: 0deg } }',
  '@font-face { font-family: Orders; src: url(data:font/woff2;base64,d09GMg==) }',
  '@property --angle { syntax: "<angle>"; inherits: false; initial-value: 0deg }',
  '@charset "utf-8"; @import "other.css" layer(base); @namespace svg url(http://www.w3.org/2000/svg);',
  '@layer base, theme;\n/* the end */',
  '::view-transition-old(root) { animation: none }',
])('%s stays as it is', (text) => {
  expect(scope(text)).toBe(text);
});

test('rules stay in their layers and conditions', () => {
  expect(scope('@layer base { @media print { h1 { margin: 0 } .a { color: red } } }')).toBe(
    '@layer base { @media print { h1(inside) { margin: 0 } .a { color: red } } }',
  );
});

test('styles of a package apply inside of all modules', () => {
  expect(scopeStyles('h1 { margin: 0 } body { color: red }', getStyleScope())).toBe(
    'h1:where([data-portico-module],[data-portico-module] *,:host *) { margin: 0 } body {:where([data-portico-module]){ color: red }}',
  );
});

test.each([
  ['.orders { color: red }', '.orders { color: red }'],
  ['.orders, body { color: red }', `@media all{.orders { color: red }body {:where(${mark}){ color: red }}}`],
  ['html { height: 100% }', '@media all{}'],
])('%s remains one rule', (rule, scoped) => {
  expect(scopeRule(rule, mark)).toBe(scoped);
});
