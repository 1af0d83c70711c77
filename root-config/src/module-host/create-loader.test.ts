import { setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import { createLoader } from './create-loader';

const portal = testPortal();

beforeAll(async () => {
  await setLocale('en');
});
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('says after a while that the content still loads, with a link back', () => {
  portal.visit('/smsa/tickets');
  document.body.innerHTML = '<main></main><div id="portico-bell"></div>';
  const loader = createLoader();
  document.querySelector('main')?.append(loader);
  document.querySelector('#portico-bell')?.append(createLoader());
  expect(loader).toBeEmptyDOMElement();
  jest.runAllTimers();
  expect(loader).toHaveTextContent('Still loading… Back');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  screen.getByRole('link', { name: 'Back' }).click();
  expect(location.pathname).toBe('/');
});

it('stays silent once the content is there', () => {
  portal.visit('/smsa/');
  document.body.innerHTML = '<main></main>';
  const loader = createLoader();
  document.querySelector('main')?.append(loader);
  loader.remove();
  jest.runAllTimers();
  expect(loader).toBeEmptyDOMElement();
});
