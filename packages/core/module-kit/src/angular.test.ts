import '@angular/compiler';
import { APP_BASE_HREF } from '@angular/common';
import { Component, ErrorHandler, InjectionToken, inject, signal, type Type } from '@angular/core';
import { provideRouter, RouterOutlet, withEnabledBlockingInitialNavigation } from '@angular/router';
import { waitFor } from '@testing-library/dom';
import { createModule, Parcel, Portal } from './angular';
import { mountModule } from './testing';
import { createPortalDouble } from './testing/portal-double';

// Angular says that it is a development build.
beforeEach(() => {
  jest.spyOn(console, 'log').mockReturnValue();
});

/** Compiles a component here, which a module's build does. */
function component<T>(template: string, type: Type<T>): Type<T> {
  return Component({ selector: 'app-test', template })(type);
}

const Outlet = Component({ selector: 'app-outlet', imports: [RouterOutlet], template: '<router-outlet />' })(
  class {
    constructor() {
      onScreen();
    }
  },
);
const Page = component('page', class {});
const onScreen = jest.fn();

const Place = component(
  '<button (click)="visits.set(visits() + 1)">{{ base }} {{ visits() }} {{ portal.locale() }} {{ portal.theme() }} {{ portal.user?.name }}</button>',
  class {
    readonly base = inject(APP_BASE_HREF);
    readonly portal = inject(Portal);
    readonly visits = signal(0);
  },
);

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

test('the providers of a module get the portal and the base path', async () => {
  const greeting = new InjectionToken<string>('greeting');
  const Greeting = component(
    '{{ greeting }}',
    class {
      readonly greeting = inject(greeting);
    },
  );
  const provider = { provide: greeting, useFactory: () => `${inject(Portal).user?.name} at ${inject(APP_BASE_HREF)}` };
  const user = { email: 'eva@portico.test', name: 'Eva' };
  const module = await mountModule(createModule(Greeting, { providers: [provider] }), { key: 'orders', user });
  expect(module.element).toHaveTextContent('Eva at /orders');
});

test('the styles of a component have the nonce of the page while the module is mounted', async () => {
  const Styled = Component({ template: '', styles: 'p { color: red }' })(class {});
  const module = await mountModule(createModule(Styled), { styleNonce: 'abc' });
  expect(document.querySelector('style')?.nonce).toBe('abc');
  await module.unmount();
  expect(document.querySelector('style')).toBeNull();
});

test.each([
  ['constructor', { fails: true, template: '' }],
  ['template', { fails: false, template: '{{ broken() }}' }],
])('an error in the %s fails the mount and leaves nothing behind', async (_, { fails, template }) => {
  const sheet = new CSSStyleSheet();
  const Broken = component(
    template,
    class {
      constructor() {
        if (fails) this.broken();
      }

      broken() {
        throw new Error('broken');
      }
    },
  );
  await expect(mountModule(createModule(Broken, { styleSheets: [sheet] }))).rejects.toThrow('broken');
  expect(document.adoptedStyleSheets).not.toContain(sheet);
  expect(document.body).toBeEmptyDOMElement();
});

test('a later error is reported', async () => {
  const Late = component(
    '<button (click)="fail()">here</button>',
    class {
      fail() {
        throw new Error('late');
      }
    },
  );
  const module = await mountModule(createModule(Late));
  module.element.querySelector('button')?.click();
  expect(module.calls.report).toEqual([new Error('late')]);
  expect(module.element).toHaveTextContent('here');
});

test('a first page that does not load fails the mount, even if the module has its own ErrorHandler', async () => {
  const loadComponent = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    throw new Error('no chunk');
  };
  const providers = [
    provideRouter([{ path: '**', loadComponent }], withEnabledBlockingInitialNavigation()),
    { provide: ErrorHandler, useValue: { handleError: () => {} } },
  ];
  await expect(mountModule(createModule(Outlet, { providers }))).rejects.toThrow('no chunk');
  expect(document.body).toBeEmptyDOMElement();
});

test.each([
  ['the first page loads', [withEnabledBlockingInitialNavigation()]],
  ['the application is created', []],
])('a user who leaves while %s stays where they are', async (_when, features) => {
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  const isAsked = jest.fn();
  const loadComponent = async () => {
    isAsked();
    await loading;
    return Page;
  };
  const routes = [
    { path: 'new', loadComponent },
    { path: '**', component: Page },
  ];
  onScreen.mockClear();
  const { mount, unmount } = createModule(Outlet, { providers: [provideRouter(routes, ...features)] });
  const element = document.body.appendChild(document.createElement('div'));
  const { portal } = createPortalDouble({}, () => {});
  history.pushState({}, '', '/orders/new');
  const mounting = mount({ key: 'orders', basePath: '/orders', element, portal });
  if (features.length > 0) await waitFor(() => expect(isAsked).toHaveBeenCalled());
  // The portal removes the element of the module.
  history.pushState({}, '', '/profile');
  element.remove();
  load();
  await mounting;
  // The router continues with the microtasks after it has loaded.
  await new Promise((resolve) => setTimeout(resolve));
  await unmount({ element });
  expect(location.pathname).toBe('/profile');
  expect(onScreen).not.toHaveBeenCalled();
});

test('a parcel gets the given props as inputs, and the directive shows those of others', async () => {
  const Card = Component({ selector: 'app-card', template: 'Card of {{ id }}', inputs: ['id'] })(
    class {
      id = 0;
    },
  );
  const id = signal(1);
  const name = signal('@module/people/card');
  const App = Component({
    selector: 'app-shows',
    imports: [Parcel],
    template: '<portico-parcel [of]="name()" [props]="{ id: id(), unknown: 2 }" />',
  })(
    class {
      readonly id = id;
      readonly name = name;
    },
  );
  const parcels = { '@module/people/card': createModule(Card) };
  const module = await mountModule(createModule(App), { parcels });
  await waitFor(() => expect(module.element).toHaveTextContent('Card of 1'));
  id.set(2);
  await waitFor(() => expect(module.element).toHaveTextContent('Card of 2'));
  name.set('@module/people/list');
  await waitFor(() => expect(module.element).toHaveTextContent('@module/people/list'));
  expect(module.element).not.toHaveTextContent('Card of');
  await module.unmount();
  expect(module.calls.mountParcel).toEqual([
    { name: '@module/people/card', props: { id: 2, unknown: 2 }, isMounted: false },
    { name: '@module/people/list', props: { id: 2, unknown: 2 }, isMounted: false },
  ]);
});

test('a module shows its place by a directive', async () => {
  const App = Component({
    selector: 'app-with-place',
    imports: [Parcel],
    template: '<portico-place of="sidebar" [props]="{ id: 1 }" />',
  })(class {});
  const module = await mountModule(createModule(App));
  expect(module.element).toHaveTextContent('sidebar');
  await module.unmount();
  expect(module.calls.mountPlace).toEqual([{ name: 'sidebar', props: { id: 1 }, isMounted: false }]);
});
