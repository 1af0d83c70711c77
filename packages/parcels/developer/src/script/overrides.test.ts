import { waitFor } from '@testing-library/react';

/** The functions of import-map-overrides, which has no types. */
type Library = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>;

const origin = 'http://localhost:9200';
const orders = `${origin}/orders.js`;
const deployed = { react: '/react.js', '@portico/home': '/home.js', '@module/orders': '/modules/orders/1/orders.js' };
const scopes = { [`${location.origin}/modules/orders/1/`]: { react: '/react-18.js' } };

let library: Library;
let warn: jest.SpyInstance;
beforeAll(async () => {
  document.body.innerHTML = `
    <script id="portico-configuration" type="application/json">${JSON.stringify({ overrides: [origin] })}</script>
    <script type="systemjs-importmap">${JSON.stringify({ imports: deployed, scopes })}</script>
    <script id="portico-overrides" nonce="of-this-page"></script>`;
  localStorage.setItem('import-map-override:@portico/home', `${origin}/home.js`);
  await import('./overrides');
  const page: object = window;
  library = Reflect.get(page, 'importMapOverrides');
});
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.clear();
});
afterEach(() => {
  warn.mockRestore();
  for (const panel of document.querySelectorAll('import-map-overrides-full')) panel.remove();
});

const call = (name: string, ...parameters: readonly unknown[]) => library[name]?.(...parameters);
const imports = () => call('getOverrideMap');

describe('each function does what its documentation says', () => {
  test('an override is added, disabled, enabled and removed', () => {
    const map = { imports: { '@module/orders': orders }, scopes: {} };
    const none = { imports: {}, scopes: {} };
    expect(call('addOverride', '@module/orders', orders)).toEqual(map);
    expect([imports(), call('hasOverrides')]).toEqual([map, true]);
    expect([call('disableOverride', '@module/orders'), call('disableOverride', '@module/orders')]).toEqual([
      true,
      false,
    ]);
    expect([imports(), call('getOverrideMap', true)]).toEqual([none, map]);
    expect([call('isDisabled', '@module/orders'), call('getDisabledOverrides')]).toEqual([true, ['@module/orders']]);
    expect([call('enableOverride', '@module/orders'), call('enableOverride', '@module/orders')]).toEqual([true, false]);
    expect([call('removeOverride', '@module/orders'), call('removeOverride', '@module/orders')]).toEqual([true, false]);
    call('addOverride', '@module/orders', orders);
    expect([call('resetOverrides'), call('hasOverrides')]).toEqual([none, false]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('a port leads to an allowed origin', () => {
    expect(call('addOverride', '@module/orders', '9200')).toMatchObject({ imports: { '@module/orders': orders } });
    expect(warn).not.toHaveBeenCalled();
  });

  test('a change dispatches an event', async () => {
    const changed = new Promise((resolve) => addEventListener('import-map-overrides:change', resolve, { once: true }));
    call('addOverride', '@module/orders', orders);
    await changed;
    // The server reads it for the content policy of the next page.
    expect(document.cookie).toContain('portico-overridden=orders');
  });

  test('the maps without overrides, of this page and of the next one', async () => {
    const added = { '@module/stock': `${origin}/stock.js` };
    call('addOverride', '@module/stock', added['@module/stock']);
    const home = { '@portico/home': `${origin}/home.js` };
    expect(await call('getDefaultMap')).toEqual({ imports: deployed, scopes });
    expect(await call('getCurrentPageMap')).toEqual({ imports: { ...deployed, ...home }, scopes });
    expect(await call('getNextPageMap')).toEqual({ imports: { ...deployed, ...added }, scopes });
    const [one, other] = [{ imports: { a: '/1' }, scopes: { '/x/': { b: '/b' } } }, { imports: { a: '/2' } }];
    expect(call('mergeImportMap', one, other)).toEqual({ imports: { a: '/2' }, scopes: one.scopes });
    call('resetDefaultMap');
    expect(await call('getDefaultMap')).toEqual({ imports: deployed, scopes });
  });

  test('an override has the scopes of the deployed module', async () => {
    call('addOverride', '@module/orders', orders);
    expect(await call('getOverrideScopes')).toEqual({ scopes: { [`${origin}/`]: { react: '/react-18.js' } } });
  });

  test('an external import map is fetched and checked', async () => {
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ imports: { a: './a.js' } }));
    expect(await call('isExternalMapValid', `${origin}/map.json`)).toBe(true);
    expect(await call('getExternalOverrideMap', [`${origin}/map.json`])).toEqual({
      imports: { a: `${origin}/a.js` },
      scopes: {},
    });
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await call('isExternalMapValid', `${origin}/none.json`)).toBe(false);
    fetched.mockRestore();
  });
});

test('an external import map is not added, and the console says why', async () => {
  expect(call('addExternalOverride', `${origin}/map.json`)).toBe(false);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/no external import maps, because .* Override each name/));
  expect([call('getExternalOverrides'), call('getCurrentPageExternalOverrides')]).toEqual([[], []]);
  expect(await call('getExternalOverrideMap')).toEqual({ imports: {}, scopes: {} });
  expect(call('removeExternalOverride', `${origin}/map.json`)).toBe(false);
});

test.each([
  ['react', orders, 'react cannot be overridden: every page needs it.'],
  ['@module/orders', 'https://evil.example/x.js', `with https://evil.example/x.js: .* from ${origin}.`],
  ['@module/orders', '9999', `with http://localhost:9999/orders.js: .* from ${origin}.`],
])('the console says why an override of %s with %s is refused', (name, address, reason) => {
  call('addOverride', name, address);
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(reason));
});

describe('the panel that enableUI() shows', () => {
  const query = <Found extends Element>(selector: string): Found | null | undefined =>
    document.querySelector('import-map-overrides-full')?.shadowRoot?.querySelector<Found>(selector);
  /** The library renders later. */
  const find = <Found extends HTMLElement>(selector: string): Promise<Found> =>
    waitFor(() => {
      const found = query<Found>(selector);
      if (!found) throw new Error(`There is no ${selector}`);
      return found;
    });
  const open = async (button: number) => {
    call('enableUI');
    (await find('.imo-trigger')).click();
    await find('.imo-add-new');
    const buttons = [...(query('.imo-list-container')?.querySelectorAll<HTMLElement>('.imo-add-new button') ?? [])];
    buttons[button]?.click();
    return find<HTMLFormElement>('form');
  };
  const type = (field: HTMLInputElement, text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  test('has its styles, by the nonce of the page', async () => {
    call('enableUI');
    await find('.imo-trigger');
    expect(query<HTMLStyleElement>('style')?.getAttribute('nonce')).toBe('of-this-page');
    // The documentation also adds the elements by markup.
    document.body.insertAdjacentHTML('beforeend', '<import-map-overrides-list></import-map-overrides-list>');
    const list = document.querySelector('import-map-overrides-list');
    expect(list?.shadowRoot?.querySelector('style')?.getAttribute('nonce')).toBe('of-this-page');
    list?.remove();
  });

  test('says at the field why it adds no import map, and stays open', async () => {
    const form = await open(1);
    const field = await find<HTMLInputElement>('#external-importmap-url');
    type(field, `${origin}/map.json`);
    form.requestSubmit();
    expect(field.validationMessage).toContain('no external import maps');
    expect([query('form'), localStorage.getItem('import-map-overrides-external-maps')]).toEqual([form, null]);
    type(field, '');
    expect(field.validationMessage).not.toContain('no external import maps');
  });

  test('says at the field why it overrides no foundation, and then overrides a module', async () => {
    const form = await open(0);
    const [name, address] = [
      await find<HTMLInputElement>('[aria-labelledby=module-name-label]'),
      await find<HTMLInputElement>('[aria-labelledby=override-url-label]'),
    ];
    type(name, 'react');
    type(address, '9200');
    form.requestSubmit();
    expect([address.validationMessage, imports()]).toEqual([
      'react cannot be overridden: every page needs it.',
      { imports: {}, scopes: {} },
    ]);
    type(name, '@module/orders');
    await waitFor(() => expect(form).toHaveTextContent(orders));
    form.requestSubmit();
    expect(imports()).toMatchObject({ imports: { '@module/orders': orders } });
  });
});
