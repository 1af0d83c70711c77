import type { ModuleProps } from '@portico/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createModule, type ModuleComponentProps } from './create-module';
import { Place as ModulePlace, Parcel } from './parcel';
import { useLocale, usePortal, useTheme } from './portal-context';
import { mountModule } from './testing';

function Place({ basePath }: ModuleComponentProps): ReactNode {
  const [visits, setVisits] = useState(0);
  const settings = `${useLocale()} ${useTheme()} ${usePortal().user?.name}`;
  return (
    <button type="button" onClick={() => setVisits(visits + 1)}>
      {basePath} {visits} {settings}
    </button>
  );
}

function BreaksOnClick(): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('broken');
  return (
    <button type="button" onClick={() => setBroken(true)}>
      break
    </button>
  );
}

/** React logs errors that a boundary catches. */
function expectComplaints(): void {
  jest.spyOn(console, 'error').mockImplementation(() => {});
}

afterEach(() => jest.restoreAllMocks());

test('a component is on screen once mounted, follows the portal, and starts with fresh state at each mount', async () => {
  const exports = createModule(Place);
  for (let visit = 0; visit < 2; visit += 1) {
    const module = await mountModule(exports, { key: 'orders', user: { email: 'eva@portico.test', name: 'Eva' } });
    expect(module.element).toHaveTextContent('/orders 0 pt light Eva');
    fireEvent.click(screen.getByRole('button'));
    await module.changeLocale('en');
    await module.changeTheme('dark');
    expect(module.element).toHaveTextContent('/orders 1 en dark Eva');
    await module.unmount();
  }
});

test('its style sheets are on the document while it is mounted', async () => {
  const sheet = new CSSStyleSheet();
  const module = await mountModule(createModule(Place, { styleSheets: [sheet] }));
  expect(document.adoptedStyleSheets).toContain(sheet);
  await module.unmount();
  expect(document.adoptedStyleSheets).not.toContain(sheet);
});

test('a module without style sheets assigns none: the browser would match all rules of the page again', async () => {
  const exports = createModule(Place);
  const before = await mountModule(exports);
  const { adoptedStyleSheets } = document;
  await before.unmount();
  const module = await mountModule(exports);
  expect(document.adoptedStyleSheets).toBe(adoptedStyleSheets);
  await module.unmount();
});

test('an error before the first render fails the mount and leaves nothing behind', async () => {
  expectComplaints();
  const sheet = new CSSStyleSheet();
  const exports = createModule(
    () => {
      throw new Error('broken');
    },
    { styleSheets: [sheet] },
  );
  await expect(mountModule(exports)).rejects.toThrow('broken');
  expect(document.adoptedStyleSheets).not.toContain(sheet);
  expect(document.body).toBeEmptyDOMElement();
});

test('a later error goes to the portal as a crash', async () => {
  expectComplaints();
  const module = await mountModule(createModule(BreaksOnClick));
  fireEvent.click(screen.getByRole('button'));
  expect(module.calls.report).toEqual([new Error('broken')]);
  expect(module.element).toBeEmptyDOMElement();
});

test('without onCrash, a crash is reported', async () => {
  expectComplaints();
  const reported: unknown[] = [];
  const element = document.createElement('div');
  const { mount, unmount } = createModule(BreaksOnClick);
  const module = {
    mount: ({ key, basePath, portal }: ModuleProps) =>
      mount({ key, basePath, element, portal: { ...portal, report: (error) => reported.push(error) } }),
    unmount: () => unmount({ element }),
  };
  await mountModule(module);
  fireEvent.click(within(element).getByRole('button'));
  expect(reported).toEqual([new Error('broken')]);
});

test('the hooks throw outside createModule', async () => {
  expectComplaints();
  const exports = { default: Place };
  await expect(mountModule(exports)).rejects.toThrow('use the hooks of the portal below createModule');
});

function Card({ id, portal }: ModuleComponentProps & { readonly id: number }): ReactNode {
  const [first] = useState(id);
  return `Card of ${id} since ${first} for ${portal.user?.name}`;
}

let show: (change: { of?: string; id?: number }) => void = () => {};

function ShowsCard(): ReactNode {
  const [{ of, id }, setShown] = useState({ of: '@module/people/card', id: 1 });
  show = (change) => setShown((shown) => ({ ...shown, ...change }));
  return <Parcel of={of} props={{ id }} />;
}

test('a parcel gets the given props and keeps its state, and another module shows it as a component', async () => {
  const parcels = { '@module/people/card': createModule(Card), '@module/people/list': createModule(Card) };
  const module = await mountModule(createModule(ShowsCard), { parcels });
  await screen.findByText('Card of 1 since 1 for Ana Lima');
  act(() => show({ id: 2 }));
  await screen.findByText('Card of 2 since 1 for Ana Lima');
  act(() => show({ of: '@module/people/list' }));
  await screen.findByText('Card of 2 since 2 for Ana Lima');
  await module.unmount();
  expect(module.calls.mountParcel).toEqual([
    { name: '@module/people/card', props: { id: 2 }, isMounted: false },
    { name: '@module/people/list', props: { id: 2 }, isMounted: false },
  ]);
});

test('a module shows its place as a component', async () => {
  const module = await mountModule(createModule(() => <ModulePlace name="sidebar" props={{ id: 1 }} />));
  expect(module.element).toHaveTextContent('sidebar');
  await module.unmount();
  expect(module.calls.mountPlace).toEqual([{ name: 'sidebar', props: { id: 1 }, isMounted: false }]);
});
