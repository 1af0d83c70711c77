import type { Evidence } from './evidence';
import {
  checkStylesInMarkup,
  checkTopBar,
  describeGlobalSelectors,
  describeScopedStyles,
  describeStyleAttributes,
  describeUnaskedStyles,
} from './style-rules';

const base = 'http://localhost:9100/modules/orders/';

function createEvidence(seen: Partial<Evidence['seen']>, text = ''): Evidence {
  const evidence = {
    module: { key: 'orders', entry: 'orders.js' },
    seen: { base, styles: { selectors: [], scoped: [], barChanges: [] }, violations: [], ...seen },
    loaded: [{ name: 'orders.js', text, size: 1 }],
  };
  return evidence as unknown as Evidence;
}

const inSheet = (selector: string) => ({ sheet: `${base}assets/orders.css`, selector });

test('selectors that reach the portal are named with their file, and how to fix them', () => {
  const selectors = ['*', 'body', 'h1', 'h2', 'a', 'p', 'button'].map(inSheet);
  const evidence = createEvidence({ styles: { selectors, scoped: [], barChanges: [] } });
  expect(describeGlobalSelectors(evidence)).toEqual([
    'Its styles reach the portal in assets/orders.css: "*", "body", "h1", "h2", "a" and 2 more. Begin its selectors with a class of the module, or put its rules into @scope (.orders) { … }.',
  ]);
  expect(checkTopBar(evidence)).toEqual([]);
});

test('the rules of a style tag are found in the script that brings them', () => {
  const styles = { selectors: [{ sheet: '', selector: 'a:hover, b' }], scoped: [], barChanges: [] };
  const evidence = createEvidence({ styles }, 'push("a:hover,b{color:red}")');
  expect(describeGlobalSelectors(evidence)).toEqual([
    expect.stringMatching(/^Its styles reach the portal in orders\.js:/),
  ]);
});

test('Tailwind comes without its preflight', () => {
  const styles = { selectors: [inSheet('*')], scoped: [], barChanges: [] };
  const evidence = createEvidence({ styles }, '/*! tailwindcss v4.1.0 */*{margin:0}');
  expect(describeGlobalSelectors(evidence)).toEqual([expect.stringContaining('Import Tailwind without its preflight')]);
});

test('Material UI has a base of styles that stays inside', () => {
  const styles = { selectors: [{ sheet: '', selector: 'body' }], scoped: [], barChanges: [] };
  const evidence = createEvidence({ styles }, 'name:"MuiCssBaseline"');
  expect(describeGlobalSelectors(evidence)).toEqual([expect.stringContaining('put ScopedCssBaseline around')]);
});

test('a changed top bar is refused, with the rule that changes it', () => {
  const barChanges = [
    { element: 'button', property: 'font-size', by: inSheet('button') },
    { element: 'button', property: 'line-height', by: inSheet('button') },
    { element: 'header', property: 'its size' },
  ];
  expect(checkTopBar(createEvidence({ styles: { selectors: [], scoped: [], barChanges } }))).toEqual([
    'It changes the top bar of the portal by "button" in assets/orders.css (font-size, line-height). Begin its selectors with a class of the module, or put its rules into @scope (.orders) { … }.',
  ]);
});

test('a changed top bar without a rule that does it is refused as well', () => {
  const barChanges = [{ element: 'header', property: 'its size' }];
  expect(checkTopBar(createEvidence({ styles: { selectors: [], scoped: [], barChanges } }))).toEqual([
    expect.stringMatching(/^It changes the top bar of the portal by what it does to the page \(its size\)\./),
  ]);
});

test('global styles are refused with the field that makes them so', () => {
  const barChanges = [{ element: 'button', property: 'font-size', by: inSheet('button') }];
  const { module, ...evidence } = createEvidence({ styles: { selectors: [], scoped: [], barChanges } });
  expect(checkTopBar({ ...evidence, module: { ...module, declarations: { styles: 'global' } } })).toEqual([
    expect.stringMatching(
      / Without "styles": "global" in package\.json, the portal keeps its styles inside of the module\.$/,
    ),
  ]);
});

test('rules that the portal keeps inside of the module are counted', () => {
  const scoped = [
    { sheet: `${base}assets/orders.css`, count: 12 },
    { sheet: '', count: 1 },
  ];
  expect(describeScopedStyles(createEvidence({ styles: { selectors: [], scoped, barChanges: [] } }))).toEqual([
    'The portal keeps 12 rules of assets/orders.css, 1 rule of a style tag inside of the module: they name bare elements or the page.',
  ]);
});

test('style tags in markup are refused, each place once; attributes are a remark, unless they are declared', () => {
  const attribute = { directive: 'style-src-attr', blocked: 'inline', place: 'src/app.ts:7' };
  const tag = { directive: 'style-src-elem', blocked: 'inline' };
  const evidence = createEvidence({ violations: [attribute, attribute, tag] });
  expect(describeStyleAttributes(evidence)).toEqual([
    'It has style="…" in markup (src/app.ts:7): the policy of its version allows that by itself.',
  ]);
  const policy = { styleAttributes: true as const };
  expect(describeStyleAttributes({ ...evidence, module: { ...evidence.module, policy } })).toEqual([]);
  expect(checkStylesInMarkup(evidence)).toEqual([
    'The content policy blocks a style tag in markup: create it by document.createElement, or give it the nonce portal.styleNonce.',
  ]);
});

test('a style sheet that nothing loads is a remark, with the line that loads it', () => {
  const evidence = createEvidence({});
  const module = { ...evidence.module, styles: ['orders.css'], unaskedStyles: ['print.css'] };
  expect(describeUnaskedStyles({ ...evidence, module })).toEqual([
    'Nothing loads print.css: import it in a script, delete it, or name it for the portal to load.\n      → package.json: "portico": { "styles": ["orders.css", "print.css"] }',
  ]);
});
