import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { CallerProvider } from '../caller/caller';
import { ViewPage } from '../page/view-page';
import { OperatorProvider } from '../request/operator-provider';
import { answerCalls, olga } from '../testing/answer-calls';
import { Frame } from './frame';
import type { View } from './view';

beforeAll(() => Object.assign(window, { scrollTo: () => {} }));

let show = () => {};
const loaded = new Promise<void>((resolve) => (show = resolve));
const Late = lazy(async () => {
  await loaded;
  return { default: () => <ViewPage title="A late view">Content</ViewPage> };
});
const First = () => <ViewPage title="First">Content</ViewPage>;

const views: readonly View[] = [
  { name: 'overview', path: '', Component: First },
  { name: 'overview', path: 'people', needs: 'people.read', Component: Late },
  { name: 'overview', path: 'health', needs: 'operator', Component: First },
];

function App() {
  return (
    <BrowserRouter basename="/console" useTransitions={false}>
      <OperatorProvider>
        <CallerProvider>
          <Frame views={views} />
        </CallerProvider>
      </OperatorProvider>
    </BrowserRouter>
  );
}

const open = (path: string) => mountModule(createModule(App), { key: 'console', path, locale: 'en' });
const links = () => screen.getAllByRole('link', { name: 'Overview' }).map((link) => link.getAttribute('href'));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the navigation has the views that the permissions allow, and the others say so at their address', async () => {
  answerCalls({ 'GET self': { body: { ...olga, is_operator: false } } });
  const module = await open('/console/health');
  expect(await heading('Not allowed')).toBeVisible();
  expect(links()).toEqual(['/console', '/console/people']);
  expect(module.calls.setTitle.at(-1)).toBe('Not allowed');
});

test('operators have all views', async () => {
  answerCalls({ 'GET self': { body: { ...olga, permissions: [] } } });
  await open('/console/health');
  expect(await heading('First')).toBeVisible();
  expect(links()).toEqual(['/console', '/console/people', '/console/health']);
});

test('a late view shows that it loads, and then gets the focus, also at an address below its own', async () => {
  answerCalls({ 'GET self': { body: olga } });
  const module = await open('/console/');
  await heading('First');
  await userEvent.click(screen.getAllByRole('link', { name: 'Overview' })[1] ?? document.body);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  show();
  expect(await heading('A late view')).toHaveFocus();
  expect(screen.getAllByRole('link', { current: 'page' })).toHaveLength(1);
  await module.navigate('/console/people/ana@portico.test');
  expect(await heading('A late view')).toHaveFocus();
  expect(module.calls.setTitle.at(-1)).toBe('A late view');
});
