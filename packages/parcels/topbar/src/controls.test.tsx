import { setLocale } from '@portico/shared';
import {
  deployModules,
  putInto,
  renderParcel,
  showParcelNames,
  startTestSystem,
  testPortal,
} from '@portico/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { TopBar } from './top-bar';

const portal = testPortal();
const system = startTestSystem();
const apps = Array.from({ length: 20 }, (_, index) => ({
  name: `App ${index}`,
  module: `app-${index}`,
  description: '',
}));

beforeAll(showParcelNames);
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  renderParcel(TopBar, 'home');
});

const names = () => within(screen.getAllByRole('list')[0] ?? document.body).queryAllByRole('group');

it('shows the control of a module once the browser is idle', async () => {
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
  act(() => deployModules({ 'app-7': putInto('topbar') }));
  expect(await screen.findByText('@module/app-7/part topbar')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Controls of your applications' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'App 7' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /more control/ })).not.toBeInTheDocument();
});

it('shows four of twenty, two on a phone, and the others behind a button', async () => {
  act(() => deployModules(Object.fromEntries(apps.map(({ module }, index) => [module, putInto('topbar', index)]))));
  await screen.findByText('@module/app-0/part topbar');
  expect(names()).toHaveLength(3);
  const more = screen.getByRole('button', { name: '17 more controls' });
  expect(document.getElementById(more.getAttribute('popovertarget') ?? '')).toHaveTextContent('App 19');
  act(() => system.setWide(false));
  expect(names()).toHaveLength(1);
  expect(screen.getByRole('button', { name: '19 more controls' })).toBeVisible();
});
