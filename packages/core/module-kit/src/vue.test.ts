import type { ModuleProps } from '@portico/contract';
import { waitFor } from '@testing-library/dom';
import { type App, defineComponent, h, inject, onMounted, ref } from 'vue';
import { mountModule } from './testing';
import { createPortalDouble } from './testing/portal-double';
import { createModule, Place as ModulePlace, Parcel, useLocale, usePortal, useTheme } from './vue';

const Place = defineComponent({
  props: { basePath: { type: String, required: true } },
  setup(props) {
    const visits = ref(0);
    const [locale, theme, portal] = [useLocale(), useTheme(), usePortal()];
    const onClick = () => {
      visits.value += 1;
    };
    return () =>
      h('button', { onClick }, [props.basePath, visits.value, locale.value, theme.value, portal.user?.name].join(' '));
  },
});

test('a component is on screen once mounted, follows the portal, and starts with fresh state at each mount', async () => {
  const exports = createModule(Place);
  for (let visit = 0; visit < 2; visit += 1) {
    const module = await mountModule(exports, { key: 'orders', user: { email: 'eva@portico.test', name: 'Eva' } });
    expect(module.element).toHaveTextContent('/orders 0 pt light Eva');
    module.element.querySelector('button')?.click();
    await module.changeLocale('en');
    await module.changeTheme('dark');
    expect(module.element).toHaveTextContent('/orders 1 en dark Eva');
    await module.unmount();
  }
});

test('the application is prepared before it is on screen', async () => {
  const Greeting = defineComponent(() => {
    const greeting = inject<string>('greeting');
    return () => h('p', greeting);
  });
  const setup = async (app: App, { basePath }: ModuleProps) => {
    await Promise.resolve();
    app.provide('greeting', `Hello from ${basePath}`);
  };
  const module = await mountModule(createModule(Greeting, { setup }), { key: 'orders' });
  expect(module.element).toHaveTextContent('Hello from /orders');
});

test('an application ends without being shown when the user leaves during its preparation', async () => {
  const onScreen = jest.fn();
  const onEnd = jest.fn();
  const Orders = defineComponent(() => {
    onMounted(() => onScreen());
    return () => h('p', 'here');
  });
  let finish = () => {};
  const prepared = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // A router gives up its navigation when its application ends.
  const setup = (app: App) => {
    app.onUnmount(onEnd);
    return prepared;
  };
  const { mount, unmount } = createModule(Orders, { setup });
  const element = document.body.appendChild(document.createElement('div'));
  const { portal } = createPortalDouble({}, () => {});
  const mounting = mount({ key: 'orders', basePath: '/orders', element, portal });
  // The portal removes the element of the module.
  element.remove();
  await mounting;
  expect(onEnd).toHaveBeenCalled();
  finish();
  await prepared;
  await unmount({ element });
  expect(onScreen).not.toHaveBeenCalled();
});

test('a failed preparation ends the application and fails the mount', async () => {
  const onEnd = jest.fn();
  const setup = async (app: App) => {
    app.onUnmount(onEnd);
    throw new Error('The first page did not load.');
  };
  await expect(mountModule(createModule(Place, { setup }))).rejects.toThrow('The first page did not load.');
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('an error before the first render fails the mount and leaves nothing behind', async () => {
  const sheet = new CSSStyleSheet();
  const Broken = defineComponent(() => () => {
    throw new Error('broken');
  });
  await expect(mountModule(createModule(Broken, { styleSheets: [sheet] }))).rejects.toThrow('broken');
  expect(document.adoptedStyleSheets).not.toContain(sheet);
  expect(document.body).toBeEmptyDOMElement();
});

test('a later error is reported', async () => {
  const Late = defineComponent(() => {
    onMounted(async () => {
      await Promise.resolve();
      throw new Error('late');
    });
    return () => h('p', 'here');
  });
  const module = await mountModule(createModule(Late));
  await waitFor(() => expect(module.calls.report).toEqual([new Error('late')]));
  expect(module.element).toHaveTextContent('here');
});

test('the composables throw outside createModule', () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  expect(() => usePortal()).toThrow('use the composables of the portal below createModule');
});

test('a parcel gets the given props, and another module shows it as a component', async () => {
  const Card = defineComponent({
    props: { id: { type: Number, required: true } },
    setup: (props) => () => h('p', `Card of ${props.id}`),
  });
  const shown = ref({ of: '@module/people/card', props: { id: 1 } });
  const App = defineComponent(() => () => h(Parcel, shown.value));
  const parcels = { '@module/people/card': createModule(Card) };
  const module = await mountModule(createModule(App), { parcels });
  const seeText = (text: string) => waitFor(() => expect(module.element).toHaveTextContent(text));
  await seeText('Card of 1');
  shown.value.props.id = 2;
  await seeText('Card of 2');
  shown.value.of = '@module/people/list';
  await seeText('@module/people/list');
  expect(module.element).not.toHaveTextContent('Card of');
  await module.unmount();
  expect(module.calls.mountParcel).toEqual([
    { name: '@module/people/card', props: { id: 2 }, isMounted: false },
    { name: '@module/people/list', props: { id: 2 }, isMounted: false },
  ]);
});

test('a module shows its place as a component', async () => {
  const App = defineComponent(() => () => h(ModulePlace, { name: 'sidebar', props: { id: 1 } }));
  const module = await mountModule(createModule(App));
  expect(module.element).toHaveTextContent('sidebar');
  await module.unmount();
  expect(module.calls.mountPlace).toEqual([{ name: 'sidebar', props: { id: 1 }, isMounted: false }]);
});
