import type { ModuleProps, MountModule } from '@portico/contract';
import { type ReactNode, useEffect } from 'react';
import type { ModuleComponentProps } from '../create-module';
import { mountModule } from './mount-module';

const textModule: MountModule = (element, { basePath }) => {
  element.textContent = `at ${basePath}`;
  return () => element.replaceChildren();
};

function lifecyclesWith({ mount }: { mount: (props: ModuleProps) => void }) {
  return { mount: async (props: ModuleProps) => mount(props), unmount: async () => {} };
}

test('lifecycles get the props of portal and single-spa; bootstrap runs once', async () => {
  const calls: unknown[] = [];
  const call = (name: string) => async (given: unknown) => void calls.push([name, given]);
  const exports = { bootstrap: call('bootstrap'), mount: [call('one'), call('two')], unmount: call('unmount') };
  for (let visit = 0; visit < 2; visit += 1) {
    const module = await mountModule(exports, { key: 'orders' });
    const { element } = module;
    expect(calls.at(-1)).toMatchObject([
      'two',
      { key: 'orders', name: 'orders', basePath: '/orders', domElement: element },
    ]);
    await module.unmount();
  }
  const names = calls.map((entry) => Array.isArray(entry) && entry[0]);
  expect(names).toEqual(['bootstrap', 'one', 'two', 'unmount', 'one', 'two', 'unmount']);
});

test.each([
  ['a mount function', { mount: textModule }],
  ['a mount function of the default', { default: { mount: textModule } }],
  ['a component', { default: ({ basePath }: ModuleComponentProps): ReactNode => `at ${basePath}` }],
])('%s is mounted into an element of the page', async (_form, exports) => {
  const module = await mountModule(exports, { key: 'orders' });
  expect(module.element).toHaveTextContent('at /orders');
  expect(document.body).toContainElement(module.element);
  await module.unmount();
  expect(document.body).toBeEmptyDOMElement();
});

test.each([[undefined], [{}], [{ default: 42 }], [{ mount: 'no function' }], [{ default: [] }]])(
  '%j cannot be mounted',
  async (exports) => {
    await expect(mountModule(exports)).rejects.toThrow(TypeError);
  },
);

test('calls of the portal are recorded and answered', async () => {
  let portal: ModuleProps['portal'] | undefined;
  const exports = lifecyclesWith({
    mount: (props) => {
      portal = props.portal;
    },
  });
  const { calls, changeUser } = await mountModule(exports, { token: 'secret', isSessionValid: false });
  expect(portal?.token()).toBe('secret');
  portal?.toast({ text: 'Saved' });
  portal?.publish('stock:counted', { count: 7 });
  portal?.setDirty(true);
  portal?.report('failure');
  await expect(portal?.exchange({ app: 'stock', domain: 'acme' })).resolves.toBe('stock@acme');
  const audience = 'https://api.acme.example';
  await expect(portal?.exchange({ audience })).resolves.toBe(`token for ${audience}`);
  await expect(portal?.validate()).resolves.toBe(false);
  await changeUser(undefined);
  expect(portal?.user).toBeUndefined();
  expect(portal?.token()).toBe('');
  expect(calls).toEqual({
    token: ['secret', ''],
    mountParcel: [],
    mountPlace: [],
    navigate: [],
    exchange: [{ app: 'stock', domain: 'acme' }, { audience }],
    validate: [false],
    setTitle: [],
    setDirty: [true],
    toast: [{ text: 'Saved' }],
    publish: [{ name: 'stock:counted', payload: { count: 7 } }],
    report: ['failure'],
  });
});

test('events of other modules reach the handlers, until the module unmounts', async () => {
  const got: unknown[] = [];
  const exports = lifecyclesWith({
    mount: ({ portal }) => {
      portal.subscribe('tickets:closed', (payload, { module }) => got.push([module, payload]));
      portal.subscribe('tickets:closed', (payload) => got.push(payload), { from: 'smsa' });
    },
  });
  const module = await mountModule(exports);
  await module.emit('tickets:closed', { id: 7 });
  await module.emit('tickets:closed', { id: 8 }, 'smsa');
  await module.emit('tickets:opened', { id: 9 }, 'smsa');
  await module.unmount();
  await module.emit('tickets:closed', { id: 10 }, 'smsa');
  expect(got).toEqual([['another', { id: 7 }], ['smsa', { id: 8 }], { id: 8 }]);
});

test('the address follows the user and the module, within the base of the module', async () => {
  const told: string[] = [];
  let portal: ModuleProps['portal'] | undefined;
  const exports = lifecyclesWith({
    mount: (props) => {
      portal = props.portal;
      props.portal.subscribe('container:navigated', (path) => told.push(path));
    },
  });
  const module = await mountModule(exports, { key: 'orders', path: '/orders/7' });
  expect(location.pathname).toBe('/orders/7');
  await module.navigate('/orders/8?tab=1');
  const say = (detail: unknown) => window.dispatchEvent(new CustomEvent('module:navigated', { detail }));
  say('/orders/9');
  expect(module.path).toBe('/orders/9');
  portal?.navigate('/orders/');
  portal?.navigate('/profile');
  expect(module.path).toBe('/orders/');
  expect(told).toEqual(['/orders/8?tab=1', '/orders/']);
  expect(module.calls.navigate).toEqual(['/orders/', '/profile']);
  portal?.navigate('https://evil.test');
  expect(module.calls.report.splice(0)).toEqual([expect.any(RangeError)]);
  say('/%6Frders/9');
  expect(module.path).toBe('/orders/9');
  portal?.navigate('/orders/');

  for (const path of ['/profile', '//evil.test/orders/', '/orders/../profile', 'orders', 42]) say(path);
  expect(module.calls.report).toHaveLength(5);
  expect(module.path).toBe('/orders/');
  await module.unmount();
  expect(location.pathname).toBe('/');
});

test.each<[string, (props: ModuleProps) => void]>([
  ['content in its element', ({ element }) => element.append('text')],
  ['div in the body', () => document.body.append(document.createElement('div'))],
  ['a listener of "resize" on window', () => window.addEventListener('resize', () => {})],
  ['a listener of "keydown" on document', () => document.addEventListener('keydown', () => {}, true)],
  ['an interval of 1000 ms', () => void setInterval(() => {}, 1_000)],
])('unmount names leftovers, and removes them: %s', async (left, mount) => {
  const module = await mountModule(lifecyclesWith({ mount }), { key: 'orders' });
  await expect(module.unmount()).rejects.toThrow(`orders left behind: ${left}.`);
  expect(document.body).toBeEmptyDOMElement();
});

function Tidy({ portal }: ModuleComponentProps): ReactNode {
  useEffect(() => {
    portal.subscribe('container:theme', () => {});
    portal.setDirty(true);
    document.addEventListener('portico-once', () => {}, { once: true });
    document.dispatchEvent(new Event('portico-once'));
    const onResize = () => {};
    window.addEventListener('resize', onResize);
    const interval = setInterval(onResize, 1_000);
    return () => {
      window.removeEventListener('resize', onResize);
      clearInterval(interval);
    };
  }, [portal]);
  return 'tidy';
}

test('does not report what the module or the portal removes', async () => {
  const module = await mountModule({ default: Tidy });
  await expect(module.unmount()).resolves.toBeUndefined();
  await expect(module.unmount()).resolves.toBeUndefined();
});

test.each([
  ['the first one', 0],
  ['the last one', 1],
])('of two modules, %s can be unmounted first', async (_, first) => {
  const original = window.addEventListener;
  const modules = [
    await mountModule({ default: Tidy }, { key: 'orders' }),
    await mountModule({ default: Tidy }, { key: 'stock' }),
  ];
  await modules.at(first)?.unmount();
  expect(modules.at(1 - first)?.element).toHaveTextContent('tidy');
  await modules.at(1 - first)?.unmount();
  expect(window.addEventListener).toBe(original);
  expect(document.body).toBeEmptyDOMElement();
});

test('leftovers of two modules are named when both are unmounted', async () => {
  const left = lifecyclesWith({ mount: () => window.addEventListener('resize', () => {}) });
  const orders = await mountModule(left, { key: 'orders' });
  const stock = await mountModule({ default: Tidy }, { key: 'stock' });
  await orders.unmount();
  await expect(stock.unmount()).rejects.toThrow('orders or stock left behind: a listener of "resize" on window.');
});

function UnsavableForm({ portal }: ModuleComponentProps): ReactNode {
  useEffect(() => portal.setDirty(true, () => Promise.reject(new Error('The storage is full.'))), [portal]);
  return 'here';
}

test('after changes that could not be saved, React renders by itself again', async () => {
  const module = await mountModule({ default: UnsavableForm });
  await expect(module.save()).rejects.toThrow('The storage is full.');
  // React warns of what renders outside of an act that has not ended, and does not render it.
  const other = await mountModule({ default: (): ReactNode => 'there' });
  expect(other.element).toHaveTextContent('there');
});

test('a failing mount rejects and leaves the page unchanged', async () => {
  const exports = lifecyclesWith({
    mount: () => {
      throw new Error('no data');
    },
  });
  await expect(mountModule(exports)).rejects.toThrow('no data');
  expect(document.body).toBeEmptyDOMElement();
  expect(location.pathname).toBe('/');
});
