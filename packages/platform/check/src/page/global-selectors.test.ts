import { findGlobalRules } from './global-selectors';

beforeEach(() => {
  document.body.innerHTML = '<header data-portico><button class="portico-button">Menu</button></header><main></main>';
});

function findSelectors(text: string): string[] {
  const style = document.head.appendChild(Object.assign(document.createElement('style'), { textContent: text }));
  const elements = [document.documentElement, document.body, ...document.querySelectorAll('header, header *')];
  const found = style.sheet ? findGlobalRules(style.sheet.cssRules, '', elements) : [];
  style.remove();
  return found.map(({ selector }) => selector);
}

test.each([
  '* { margin: 0 }',
  'body { margin: 0 }',
  ':root { font-size: 20px }',
  'header { color: red }',
  '.orders, button { color: red }',
  'button:hover { color: red }',
  'button:not(:disabled) { color: red }',
  ':focus-visible { outline: none }',
  '*::before { box-sizing: border-box }',
  '::selection { color: red }',
  'body > header { color: red }',
  ':root { --portico-accent: red }',
])('%s reaches the portal', (rule) => {
  expect(findSelectors(rule)).toHaveLength(1);
});

test.each([
  '.orders { color: red }',
  '.orders * { margin: 0 }',
  'main h1 { color: red }',
  '.orders button:hover { color: red }',
  ':root { --text: red; --brand: blue }',
  ':where(.orders) header { color: red }',
  '@keyframes spin { from { rotate: 0deg } }',
  '@font-face { font-family: Orders }',
])('%s does not', (rule) => {
  expect(findSelectors(rule)).toEqual([]);
});

test('rules inside of other rules count as well', () => {
  expect(
    findSelectors('@media (min-width: 1px) { @media print { body { margin: 0 } } .orders { color: red } }'),
  ).toEqual(['body']);
});
