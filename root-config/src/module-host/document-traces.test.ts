import { adoptStyles, setTheme } from '@portico/shared';
import { addStyle, addStyleBy, at, enter, isApplied, leave, run, traces } from '../testing/test-traces';

test('styles go with the module, and come back as the same elements', () => {
  enter();
  const style = addStyle('h1 { color: green }');
  leave();
  expect(isApplied(style)).toBe(false);
  enter();
  expect(isApplied(style)).toBe(true);
  leave();
  expect(isApplied(style)).toBe(false);
});

test('rules that a script inserted come back, and styles that the module had disabled stay disabled', () => {
  enter();
  const [inserted, off] = [addStyle(''), addStyle('h1 { color: red }')];
  inserted.sheet?.insertRule('h1 { color: green }');
  if (off.sheet) off.sheet.disabled = true;
  leave();
  // While it is away.
  inserted.sheet?.insertRule('h2 { color: green }');
  enter();
  expect([isApplied(inserted), isApplied(off)]).toEqual([true, false]);
  expect(inserted.sheet?.cssRules).toHaveLength(2);
  leave();
});

function addLink(sheet: { disabled: boolean } | null): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
  Object.defineProperty(link, 'sheet', { value: sheet });
  return document.head.appendChild(link);
}

test('the link of a style sheet stays, switched off, so that it does not load again', () => {
  const sheet = { disabled: false };
  enter();
  const link = addLink(sheet);
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.head, { childList: true });
  leave();
  expect([link.isConnected, sheet.disabled]).toEqual([true, true]);
  enter();
  expect([link.isConnected, sheet.disabled]).toEqual([true, false]);
  leave();
  expect(observer.takeRecords()).toHaveLength(0);
  traces.forget('@module/people');
  expect(link.isConnected).toBe(false);
});

test.each([
  ['is loading', null],
  // Chromium has an empty one.
  ['has failed', { disabled: false }],
])('a link that %s is detached, and requested again', (state, sheet) => {
  enter();
  const link = addLink(sheet);
  if (state === 'has failed') link.dataset.failed = '';
  leave();
  expect(link.isConnected).toBe(false);
  enter();
  expect(link.isConnected).toBe(true);
  leave();
});

test('a style that the module removed itself stays away', () => {
  enter();
  const style = addStyle('h1 { color: green }');
  leave();
  style.remove();
  enter();
  leave();
  enter();
  expect(style.isConnected).toBe(false);
});

test('scripts stay, because a bundler does not fetch them twice', () => {
  enter();
  const script = document.head.appendChild(document.createElement('script'));
  leave();
  expect(script.isConnected).toBe(true);
});

test('leftovers in the body are removed, elements of the shell stay', () => {
  enter();
  document.body.insertAdjacentHTML('beforeend', '<div id="leftover"></div><div id="region" data-portico></div>');
  document.body.style.overflow = 'hidden';
  leave();
  expect(document.querySelector('#leftover')).toBeNull();
  expect(document.querySelector('#region')).not.toBeNull();
  expect(document.body.style.overflow).toBe('');
});

test('changed attributes of the page and its regions are restored', () => {
  const { documentElement: page, body } = document;
  body.innerHTML = '<div id="region" data-portico class="strip"></div>';
  page.style.setProperty('--accent', 'red');
  const region = document.getElementById('region');
  enter();
  page.className = 'dark';
  page.dir = 'rtl';
  page.style.fontSize = '40px';
  body.className = 'modal-open';
  body.style.background = 'black';
  region?.setAttribute('inert', '');
  region?.setAttribute('class', '');
  leave();
  expect([page.className, page.dir, body.className, body.getAttribute('style')]).toEqual(['', '', '', null]);
  expect(page.style.cssText).toBe('--accent: red;');
  // The router owns the class, and may have changed it meanwhile.
  expect(region?.outerHTML).toBe('<div id="region" data-portico="" class=""></div>');
});

test('a module that changed nothing costs no change of the document but its mark', () => {
  const { documentElement: page, body } = document;
  setTheme('light');
  page.lang = 'pt-BR';
  page.style.setProperty('--accent', 'red');
  body.innerHTML = '<div data-portico class="strip" style="color: red"></div>';
  const { adoptedStyleSheets } = document;
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { attributes: true, subtree: true });
  enter();
  leave();
  expect(observer.takeRecords().map(({ attributeName }) => attributeName)).toEqual(['data-portico-module']);
  expect(document.adoptedStyleSheets).toBe(adoptedStyleSheets);
});

test('theme and language are restored to the current settings, not to those before the module', () => {
  const { documentElement: page } = document;
  enter();
  setTheme('dark');
  page.setAttribute('display-mode', 'purple');
  page.lang = 'xx';
  leave();
  expect([page.getAttribute('display-mode'), page.lang]).toEqual(['dark', 'pt-BR']);
  setTheme('light');
});

test('nodes that were in the body before stay', () => {
  const ofExtension = document.createElement('div');
  document.body.append(ofExtension);
  enter();
  leave();
  expect(ofExtension.isConnected).toBe(true);
  ofExtension.remove();
});

test('constructed style sheets go with the module, come back with it, and are forgotten with its files', () => {
  const [ofShell, ofModule] = [new CSSStyleSheet(), new CSSStyleSheet()];
  adoptStyles(ofShell);
  const areAdopted = () => [ofShell, ofModule].map((sheet) => document.adoptedStyleSheets.includes(sheet));
  enter();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ofModule];
  leave();
  expect(areAdopted()).toEqual([true, false]);
  enter();
  expect(areAdopted()).toEqual([true, true]);
  leave();
  traces.forget('@module/people');
  enter();
  expect(areAdopted()).toEqual([true, false]);
  leave();
});

test('style sheets of the shell stay, although they are adopted while the module is on screen', () => {
  const ofShell = new CSSStyleSheet();
  enter();
  adoptStyles(ofShell);
  leave();
  expect(document.adoptedStyleSheets).toContain(ofShell);
});

test('what arrives after the user has left is removed', async () => {
  enter();
  leave();
  const style = addStyleBy('@module/people');
  run(at('@module/people'), 'document.body.append(document.createElement("aside"))');
  document.body.style.overflow = 'hidden';
  traces.leaveLate();
  expect([isApplied(style), document.querySelector('aside'), document.body.style.overflow]).toEqual([false, null, '']);
  enter();
  expect(isApplied(style)).toBe(true);
});

test('styles of a module that will be evaluated again do not come back', () => {
  enter();
  const style = addStyle('h1 { color: green }');
  leave();
  traces.forget('@module/people');
  enter();
  expect(style.isConnected).toBe(false);
});
