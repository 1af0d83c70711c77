// As with `fakeTimers: { enableGlobally: true }` they are there before the kit is loaded.
jest.useFakeTimers();
const { mountModule } = jest.requireActual<typeof import('./mount-module')>('./mount-module');

async function loadReactModule(): Promise<unknown> {
  const { createModule, useLocale } = await import('..');
  return createModule(() => useLocale());
}

async function loadVueModule(): Promise<unknown> {
  const { h } = await import('vue');
  const { createModule, useLocale } = await import('../vue');
  const setup = () => {
    const locale = useLocale();
    return () => h('p', locale.value);
  };
  return createModule({ inheritAttrs: false, setup });
}

test.each([
  ['React', loadReactModule],
  ['Vue', loadVueModule],
])('a module of %s is mounted and drawn with fake timers', async (_, load) => {
  const module = await mountModule(await load());
  expect(module.element).toHaveTextContent('pt');
  await module.changeLocale('en');
  expect(module.element).toHaveTextContent('en');
  await module.unmount();
});
