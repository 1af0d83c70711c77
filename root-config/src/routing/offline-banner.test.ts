import { setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import { startOfflineBanner } from './offline-banner';

const portal = testPortal();

beforeAll(async () => {
  await portal.reset();
});

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

it('says that the browser is offline, in the language of the user, and goes by itself', async () => {
  startOfflineBanner();
  const banner = screen.getByRole('status');
  expect(banner).toBeEmptyDOMElement();
  setOnline(false);
  expect(banner).toHaveTextContent('Você está sem conexão.');
  await setLocale('en');
  expect(banner).toHaveTextContent('You are offline.');
  setOnline(true);
  expect(banner).toBeEmptyDOMElement();
});
