import { addEntries, adoptStyles, setTheme } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { act, createElement } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DocumentTraces } from './document-traces';

const at = (name: string) => `https://cdn.test/${name}/1/entry.js`;
const names = ['orders', 'tickets', 'people', 'late', 'again'].map((key) => `@module/${key}`);

let loader: TestLoader;
/** One for all tests, as in a page. */
const traces = new DocumentTraces();
/** Ends the last visit. */
let leave: () => void = () => undefined;

beforeAll(async () => {
  // jsdom lacks it.
  Object.assign(CSSStyleSheet.prototype, {
    replaceSync(this: { texts?: string[] }, text: string) {
      this.texts?.push(text);
    },
  });
  const scoped = { '@acme/styleguide': at('@acme/styleguide-1') };
  loader = await startTestLoader({
    imports: Object.fromEntries([...names, '@acme/styleguide', '@acme/forms'].map((name) => [name, at(name)])),
    scopes: { [at('@module/late')]: scoped },
  });
  addEntries({
    [at('@module/orders')]: { imports: ['@acme/styleguide'] },
    [at('@module/tickets')]: { imports: ['@acme/styleguide', '@module/people'] },
    [at('@acme/forms')]: { imports: ['@acme/styleguide'] },
    [at('@module/again')]: { imports: ['@acme/forms'] },
    [at('@module/late')]: { imports: ['@acme/styleguide'] },
  });
});
afterAll(() => loader.close());
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  leave();
  document.head.replaceChildren();
  document.adoptedStyleSheets = [];
});

/** Shows a module, or a parcel inside an element. */
function enter(name = '@module/people', parent: Element = document.body): () => void {
  const element = document.createElement('div');
  element.dataset.portico = '';
  parent.append(element);
  const end = traces.enter(name, element);
  leave = () => {
    element.remove();
    end();
  };
  return leave;
}

/** Runs code as a script at an address. */
function run(address: string, code: string): unknown {
  return new Function(`${code}\n//# sourceURL=${address}`)();
}

/** Adds a style as the script of a name would. */
function addStyleBy(name: string): HTMLStyleElement {
  const before = new Set(document.querySelectorAll('style'));
  run(
    at(name),
    `const style = document.createElement('style');
     style.textContent = 'h1 { color: green }';
     document.head.append(style);`,
  );
  const [added] = [...document.querySelectorAll('style')].filter((style) => !before.has(style));
  if (!added) throw new Error('No style.');
  return added;
}

function addStyle(text: string): HTMLStyleElement {
  return document.head.appendChild(Object.assign(document.createElement('style'), { textContent: text }));
}

function isApplied({ isConnected, sheet }: HTMLStyleElement): boolean {
  return isConnected && sheet !== null && !sheet.disabled;
}

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

describe('styles of a package', () => {
  test.each([
    ['that another module has loaded', ['@module/orders', '@module/tickets', '@module/orders', '@module/tickets']],
    ['that another package imports', ['@module/again', '@module/orders', '@module/again']],
  ])('%s apply in each module that uses it', (_, visits) => {
    let style: HTMLStyleElement | undefined;
    for (const name of visits) {
      enter(name);
      style ??= addStyleBy('@acme/styleguide');
      expect(isApplied(style)).toBe(true);
      leave();
      expect(isApplied(style)).toBe(false);
      enter('@module/people');
      expect(isApplied(style)).toBe(false);
      leave();
    }
  });

  test('apply in one version alone', () => {
    enter('@module/orders');
    const [highest, scoped] = [addStyleBy('@acme/styleguide'), addStyleBy('@acme/styleguide-1')];
    expect([highest, scoped].map(isApplied)).toEqual([true, false]);
    leave();
    enter('@module/late');
    expect([highest, scoped].map(isApplied)).toEqual([false, true]);
  });

  test('apply in the module that loads it without a declaration', () => {
    enter('@module/people');
    const style = addStyleBy('@acme/forms');
    expect(isApplied(style)).toBe(true);
    leave();
    enter('@module/orders');
    expect(isApplied(style)).toBe(false);
    leave();
    for (const name of ['@module/people', '@module/again']) {
      enter(name);
      expect(isApplied(style)).toBe(true);
      leave();
    }
  });

  test('stay when a module is evaluated again', () => {
    enter('@module/orders');
    const [ofPackage, own] = [addStyleBy('@acme/styleguide'), addStyleBy('@module/orders')];
    leave();
    traces.forget('@module/orders');
    enter('@module/orders');
    expect([ofPackage, own].map(isApplied)).toEqual([true, false]);
  });
});

test('styles of an imported module apply in both, those of the importer in it alone', () => {
  enter('@module/tickets');
  const [imported, own] = [addStyleBy('@module/people'), addStyleBy('@module/tickets')];
  leave();
  enter('@module/people');
  expect([imported, own].map(isApplied)).toEqual([true, false]);
  leave();
  enter('@module/tickets');
  expect([imported, own].map(isApplied)).toEqual([true, true]);
});

test('what the file of an imported module adds to the body goes with its importer', () => {
  const end = enter('@module/tickets');
  run(at('@module/people'), 'document.body.append(document.createElement("aside"))');
  expect(document.querySelector('aside')).toBeInTheDocument();
  end();
  expect(document.querySelector('aside')).toBeNull();
});

test('constructed sheets belong to the script that made them, and keep their order', () => {
  const sheets: object[] = [];
  const adopt = (name: string) => {
    sheets.push(new CSSStyleSheet());
    Object.assign(window, { sheet: sheets.at(-1) });
    run(at(name), 'sheet.replaceSync(""); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];');
  };
  enter('@module/orders');
  adopt('@acme/styleguide');
  adopt('@module/orders');
  leave();
  expect(document.adoptedStyleSheets).toEqual([]);
  enter('@module/tickets');
  adopt('@module/tickets');
  expect(document.adoptedStyleSheets).toEqual([sheets[0], sheets[2]]);
  leave();
  enter('@module/orders');
  expect(document.adoptedStyleSheets).toEqual([sheets[0], sheets[1]]);
  leave();
});

describe('several on screen', () => {
  test('styles stay until the last user of their owner has left', () => {
    const leaveFirst = enter('@module/orders');
    const style = addStyleBy('@acme/styleguide');
    const leaveSecond = enter('@module/again');
    const leaveParcel = enter('@module/orders');
    leaveFirst();
    leaveFirst();
    leaveParcel();
    expect(isApplied(style)).toBe(true);
    leaveSecond();
    expect(isApplied(style)).toBe(false);
  });

  test('what a module adds to the body is marked with its key, and goes with it', async () => {
    const leavePage = enter('@module/orders');
    const leaveParcel = enter('@module/people');
    const append = (id: string) => `document.body.append(Object.assign(document.createElement('b'), { id: '${id}' }))`;
    run(at('@module/orders'), append('page'));
    run(at('@acme/styleguide'), append('guessed'));
    // No stack tells.
    document.querySelector('#page')?.after(Object.assign(document.createElement('b'), { id: 'last' }));
    await Promise.resolve();
    const read = () => [...document.querySelectorAll('b')].map(({ dataset, id }) => `${id} ${dataset.porticoModule}`);
    expect(read()).toEqual(['page orders', 'last people', 'guessed people']);
    leaveParcel();
    expect(read()).toEqual(['page orders']);
    leavePage();
    expect(read()).toEqual([]);
  });

  test('React tells whose portal a child of the body is', () => {
    const leaveParcel = enter('@module/people');
    const parcel = document.body.querySelector('[data-portico-module]');
    const leavePage = enter('@module/orders');
    if (!parcel) throw new Error('No parcel.');
    const root = createRoot(parcel);
    act(() => root.render(createPortal(createElement('dialog'), document.body)));
    expect(document.querySelector('dialog')).toHaveAttribute('data-portico-module', 'people');
    leavePage();
    expect(document.querySelector('dialog')).not.toBeNull();
    act(() => root.unmount());
    leaveParcel();
  });

  test('a parcel inside a module that leaves undoes no attributes of the module', () => {
    const leavePage = enter('@module/orders');
    const page = document.body.querySelector('[data-portico-module="orders"]') ?? document.body;
    const leaveParcel = enter('@module/people', page);
    document.body.className = 'modal-open';
    leaveParcel();
    expect(document.body.className).toBe('modal-open');
    leavePage();
    expect(document.body.className).toBe('');
  });

  test('attributes are restored when the last of the modules leaves that may have changed them', () => {
    const leaveFirst = enter('@module/orders');
    document.body.className = 'changed';
    const leaveSecond = enter('@module/people');
    leaveFirst();
    leaveSecond();
    expect(document.body.className).toBe('');
  });
});

describe('styles that scripts add stay inside of their module', () => {
  test('as the text of a tag, each time that it changes, in the nodes of the library', async () => {
    enter('@module/orders');
    const [own, ofPackage] = [addStyleBy('@module/orders'), addStyleBy('@acme/styleguide')];
    expect(own.textContent).toMatch(/^h1:where\(\[data-portico-module="orders"\],/);
    expect(ofPackage.textContent).toMatch(/^h1:where\(\[data-portico-module\],/);
    const [first] = own.childNodes;
    const second = document.createTextNode('.a { color: red } h2 { color: red }');
    own.append(second);
    await waitFor(() => expect(second.data).toMatch(/^\.a \{ color: red \} h2:where/));
    expect(own.firstChild).toBe(first);
    own.textContent = 'h3 { color: red }';
    await waitFor(() => expect(own.textContent).toMatch(/^h3:where/));
  });

  test('as inserted rules', () => {
    enter('@module/orders');
    const style = addStyleBy('@module/orders');
    // jsdom lacks it.
    Object.assign(style.sheet ?? {}, { ownerNode: style });
    style.sheet?.insertRule('.a { color: red }');
    style.sheet?.insertRule('h2 { color: red }', 1);
    const texts = [...(style.sheet?.cssRules ?? [])].map(({ cssText }) => cssText.replace(/[\s:{[].*/s, ''));
    expect(texts).toEqual(['.a', 'h2', 'h1']);
  });

  test('as the text of a constructed sheet, but not of one of the shell', () => {
    enter('@module/orders');
    const texts: string[] = [];
    const create = () => Object.assign(new CSSStyleSheet(), { texts });
    Object.assign(window, { create });
    run(at('@module/orders'), 'window.create().replaceSync("h1 { color: red }")');
    create().replaceSync('h1 { color: red }');
    expect(texts).toEqual([expect.stringMatching(/^h1:where/), 'h1 { color: red }']);
  });

  test('in a tag inside of the element, once the browser has applied it', () => {
    enter('@module/orders');
    const style = document.createElement('style');
    style.textContent = 'h1 { color: red }';
    document.querySelector('[data-portico-module="orders"]')?.append(style);
    style.dispatchEvent(new Event('load'));
    expect(style.textContent).toMatch(/^h1:where/);
  });

  test('unless the version says that they are global', () => {
    addEntries({ [at('@module/people')]: { declarations: { styles: 'global' } } });
    enter('@module/people');
    expect(addStyleBy('@module/people').textContent).toBe('h1 { color: green }');
  });
});
