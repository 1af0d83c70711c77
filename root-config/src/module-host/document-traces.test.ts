import { adoptStyles, setTheme } from '@portico/shared';
import { DocumentTraces } from './document-traces';

function addStyle(text: string): HTMLStyleElement {
  return document.head.appendChild(Object.assign(document.createElement('style'), { textContent: text }));
}

function isApplied({ isConnected, sheet }: HTMLStyleElement): boolean {
  return isConnected && sheet !== null && !sheet.disabled;
}

test('styles go with the module, and come back as the same elements', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const style = addStyle('h1 { color: green }');
  traces.leave();
  expect(isApplied(style)).toBe(false);
  traces.enter();
  expect(isApplied(style)).toBe(true);
  traces.leave();
  expect(isApplied(style)).toBe(false);
});

test('rules that a script inserted come back, and styles that the module had disabled stay disabled', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const [inserted, off] = [addStyle(''), addStyle('h1 { color: red }')];
  inserted.sheet?.insertRule('h1 { color: green }');
  if (off.sheet) off.sheet.disabled = true;
  traces.leave();
  // While it is away.
  inserted.sheet?.insertRule('h2 { color: green }');
  traces.enter();
  expect([isApplied(inserted), isApplied(off)]).toEqual([true, false]);
  expect(inserted.sheet?.cssRules).toHaveLength(2);
  traces.leave();
});

function addLink(sheet: { disabled: boolean } | null): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
  Object.defineProperty(link, 'sheet', { value: sheet });
  return document.head.appendChild(link);
}

test('the link of a style sheet stays, switched off, so that it does not load again', () => {
  const traces = new DocumentTraces();
  const sheet = { disabled: false };
  traces.enter();
  const link = addLink(sheet);
  const observer = new MutationObserver(() => undefined);
  observer.observe(document.head, { childList: true });
  traces.leave();
  expect([link.isConnected, sheet.disabled]).toEqual([true, true]);
  traces.enter();
  expect([link.isConnected, sheet.disabled]).toEqual([true, false]);
  traces.leave();
  expect(observer.takeRecords()).toEqual([]);
  traces.forget();
  expect(link.isConnected).toBe(false);
});

test.each([
  ['is loading', null],
  // Chromium has an empty one.
  ['has failed', { disabled: false }],
])('a link that %s is detached, and requested again', (state, sheet) => {
  const traces = new DocumentTraces();
  traces.enter();
  const link = addLink(sheet);
  if (state === 'has failed') link.dataset.failed = '';
  traces.leave();
  expect(link.isConnected).toBe(false);
  traces.enter();
  expect(link.isConnected).toBe(true);
  traces.leave();
});

test('a style that the module removed itself stays away', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const style = addStyle('h1 { color: green }');
  traces.leave();
  style.remove();
  traces.enter();
  expect(style.isConnected).toBe(false);
});

test('scripts stay, because a bundler does not fetch them twice', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const script = document.head.appendChild(document.createElement('script'));
  traces.leave();
  expect(script.isConnected).toBe(true);
});

test('leftovers in the body are removed, elements of the shell stay', () => {
  const traces = new DocumentTraces();
  traces.enter();
  document.body.innerHTML = '<div id="leftover"></div><div id="region" data-portico></div>';
  document.body.style.overflow = 'hidden';
  traces.leave();
  expect(document.querySelector('#leftover')).toBeNull();
  expect(document.querySelector('#region')).not.toBeNull();
  expect(document.body.style.overflow).toBe('');
});

test('changed attributes of the page and its regions are restored', () => {
  const { documentElement: page, body } = document;
  body.innerHTML = '<div id="region" data-portico class="strip"></div>';
  page.style.setProperty('--accent', 'red');
  const region = document.getElementById('region');
  const traces = new DocumentTraces();
  traces.enter();
  page.className = 'dark';
  page.dir = 'rtl';
  page.style.fontSize = '40px';
  body.className = 'modal-open';
  body.style.background = 'black';
  region?.setAttribute('inert', '');
  region?.setAttribute('class', '');
  traces.leave();
  expect([page.className, page.dir, body.className, body.getAttribute('style')]).toEqual(['', '', '', null]);
  expect(page.style.cssText).toBe('--accent: red;');
  // The router owns the class, and may have changed it meanwhile.
  expect(region?.outerHTML).toBe('<div id="region" data-portico="" class=""></div>');
});

test('a module that changed nothing costs no change of the document', () => {
  const { documentElement: page, body } = document;
  setTheme('light');
  page.lang = 'pt-BR';
  page.style.setProperty('--accent', 'red');
  body.innerHTML = '<div data-portico class="strip" style="color: red"></div>';
  const traces = new DocumentTraces();
  const { adoptedStyleSheets } = document;
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { attributes: true, subtree: true });
  traces.enter();
  traces.leave();
  expect(observer.takeRecords().map(({ attributeName }) => attributeName)).toEqual([]);
  expect(document.adoptedStyleSheets).toBe(adoptedStyleSheets);
});

test('theme and language are restored to the current settings, not to those before the module', () => {
  const { documentElement: page } = document;
  const traces = new DocumentTraces();
  traces.enter();
  setTheme('dark');
  page.setAttribute('display-mode', 'purple');
  page.lang = 'xx';
  traces.leave();
  expect([page.getAttribute('display-mode'), page.lang]).toEqual(['dark', 'pt-BR']);
  setTheme('light');
});

test('nodes that were in the body before stay', () => {
  const ofExtension = document.createElement('div');
  document.body.append(ofExtension);
  const traces = new DocumentTraces();
  traces.enter();
  traces.leave();
  expect(ofExtension.isConnected).toBe(true);
  ofExtension.remove();
});

test('constructed style sheets go with the module, come back with it, and are forgotten with its files', () => {
  const [ofShell, ofModule] = [new CSSStyleSheet(), new CSSStyleSheet()];
  adoptStyles(ofShell);
  const areAdopted = () => [ofShell, ofModule].map((sheet) => document.adoptedStyleSheets.includes(sheet));
  const traces = new DocumentTraces();
  traces.enter();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ofModule];
  traces.leave();
  expect(areAdopted()).toEqual([true, false]);
  traces.enter();
  expect(areAdopted()).toEqual([true, true]);
  traces.leave();
  traces.forget();
  traces.enter();
  expect(areAdopted()).toEqual([true, false]);
  traces.leave();
});

test('style sheets of the shell stay, although they are adopted while the module is on screen', () => {
  const ofShell = new CSSStyleSheet();
  const traces = new DocumentTraces();
  traces.enter();
  adoptStyles(ofShell);
  traces.leave();
  expect(document.adoptedStyleSheets).toContain(ofShell);
});

test('styles and leftovers that arrive after the user has left are removed, too', () => {
  const traces = new DocumentTraces();
  traces.enter();
  traces.leave();
  const style = addStyle('h1 { color: green }');
  const leftover = document.body.appendChild(document.createElement('div'));
  traces.leaveLate();
  expect([isApplied(style), leftover.isConnected]).toEqual([false, false]);
  traces.enter();
  expect(isApplied(style)).toBe(true);
  traces.leave();
});

test('styles of a module that will be evaluated again do not come back', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const style = addStyle('h1 { color: green }');
  traces.leave();
  traces.forget();
  traces.enter();
  expect(style.isConnected).toBe(false);
});
