import { addEntries } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { act, createElement } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { addStyleBy, at, enter, isApplied, leave, run, traces } from '../testing/test-traces';

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

  test('but not of a sheet that a script of the shell fills at the call of a library', () => {
    enter('@module/orders');
    const texts: string[] = [];
    Object.assign(window, { create: () => Object.assign(new CSSStyleSheet(), { texts }) });
    const show = run(
      'https://cdn.test/shell/toasts.js',
      'return () => window.create().replaceSync("h1 { color: red }")',
    );
    Object.assign(window, { show });
    run(at('@acme/forms'), 'window.show()');
    expect(texts).toEqual(['h1 { color: red }']);
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
