const load = () => jest.isolateModulesAsync(async () => void (await import('./keep-renderers')));

beforeEach(() => Reflect.deleteProperty(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__'));

test('hot replacement that comes later finds every React of the page', async () => {
  await load();
  const hook = window.__REACT_DEVTOOLS_GLOBAL_HOOK__;
  const renderers = [{ version: '19' }, { version: '18' }];
  expect(renderers.map((renderer) => hook?.inject(renderer))).toEqual([1, 2]);
  expect([...(hook?.renderers.values() ?? [])]).toEqual(renderers);
});

test('the browser extension of React keeps its own hook', async () => {
  const own = { renderers: new Map(), supportsFiber: true, inject: () => 7 } as never;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = own;
  await load();
  expect(window.__REACT_DEVTOOLS_GLOBAL_HOOK__).toBe(own);
});
