import { waitFor } from '@testing-library/dom';
import { type Component, onDestroy, onMount } from 'svelte';
import type { Action } from 'svelte/action';
import { get, type Readable, toStore } from 'svelte/store';
import {
  createModule,
  getLocale,
  getParcel,
  getPlace,
  getPortal,
  getTheme,
  type ModuleComponentProps,
  type ParcelOptions,
} from './svelte';
import { mountModule } from './testing';

/** A component as the compiler makes one: a function that renders before an anchor. */
function component<Given extends object = object>(
  render: (props: ModuleComponentProps & Given) => Readable<string> | string,
): Component<ModuleComponentProps & Given> {
  return (anchor, props) => {
    const content = render(props);
    const text = document.createTextNode(typeof content === 'string' ? content : '');
    if (typeof content !== 'string') content.subscribe((value) => (text.data = value));
    onDestroy(() => text.remove());
    if (anchor instanceof Node) anchor.parentNode?.insertBefore(text, anchor);
    return {};
  };
}

test('a component is on screen once mounted, with the portal as its context', async () => {
  const exports = createModule(component(({ basePath }) => `${basePath} ${getPortal().user?.name}`));
  for (let visit = 0; visit < 2; visit += 1) {
    const module = await mountModule(exports, { key: 'orders', user: { email: 'eva@portico.test', name: 'Eva' } });
    expect(module.element).toHaveTextContent('/orders Eva');
    await module.unmount();
  }
});

test.each([
  ['language', getLocale, 'pt', 'en'],
  ['theme', getTheme, 'light', 'dark'],
])(
  'the store of the %s follows the portal, and has the present one before anybody subscribes',
  async (_, getStore, before, after) => {
    let store: Readable<string> | undefined;
    const exports = createModule(
      component(() => {
        store = getStore();
        return 'here';
      }),
    );
    const module = await mountModule(exports);
    expect(store && get(store)).toBe(before);
    await module.changeLocale('en');
    await module.changeTheme('dark');
    expect(store && get(store)).toBe(after);
  },
);

test('an error before it is on screen fails the mount and leaves nothing behind', async () => {
  const sheet = new CSSStyleSheet();
  const broken = component(() => {
    throw new Error('broken');
  });
  await expect(mountModule(createModule(broken, { styleSheets: [sheet] }))).rejects.toThrow('broken');
  expect(document.adoptedStyleSheets).not.toContain(sheet);
  expect(document.body).toBeEmptyDOMElement();
});

test('an error of an effect fails the mount and ends the component', async () => {
  const hasEnded = jest.fn();
  const broken = component(() => {
    onDestroy(hasEnded);
    onMount(() => {
      throw new Error('broken');
    });
    return 'here';
  });
  await expect(mountModule(createModule(broken))).rejects.toThrow('broken');
  expect(hasEnded).toHaveBeenCalledTimes(1);
});

test('a parcel gets the given props, and another module shows it by an action', async () => {
  const Card = component<{ id: number }>((props) => toStore(() => `Card of ${props.id}`));
  let action: Action<HTMLElement, ParcelOptions> | undefined;
  const parcels = { '@module/people/card': createModule(Card) };
  const module = await mountModule(
    createModule(
      component(() => {
        action = getParcel();
        return '';
      }),
    ),
    { parcels },
  );
  const place = module.element.appendChild(document.createElement('div'));
  const seeText = (text: string) => waitFor(() => expect(place).toHaveTextContent(text));
  const shown = action?.(place, { of: '@module/people/card', props: { id: 1 } });
  await seeText('Card of 1');
  shown?.update?.({ of: '@module/people/card', props: { id: 2 } });
  await seeText('Card of 2');
  shown?.update?.({ of: '@module/people/list' });
  await seeText('@module/people/list');
  shown?.destroy?.();
  await waitFor(() => expect(place).toBeEmptyDOMElement());
  place.remove();
});

test('a module shows its place by an action', async () => {
  let action: Action<HTMLElement, ParcelOptions> | undefined;
  const root = component(() => {
    action = getPlace();
    return '';
  });
  const module = await mountModule(createModule(root));
  const element = document.body.appendChild(document.createElement('div'));
  const shown = action?.(element, { of: 'sidebar', props: { id: 1 } });
  expect(element).toHaveTextContent('sidebar');
  shown?.destroy?.();
  element.remove();
  expect(module.calls.mountPlace).toEqual([{ name: 'sidebar', props: { id: 1 }, isMounted: false }]);
});
