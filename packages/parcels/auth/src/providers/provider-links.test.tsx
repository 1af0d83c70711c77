import { setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { ProviderLinks } from './provider-links';

const portal = testPortal();

it('leads to the fragment too, which the page host did not know', async () => {
  await portal.reset();
  await setLocale('en');
  const links = <ProviderLinks list={[{ id: 'acme-id', name: 'Acme ID', domains: [] }]} variant="primary" />;
  portal.visit('/signin?link=%2Fprofile');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(links);
  portal.visit('/signin?link=%2Fprofile%23language');
  render(links, { container, hydrate: true });
  const address = '/api/sign-in/acme-id?link=%2Fprofile%23language';
  expect(screen.getByRole('link', { name: 'Continue with Acme ID' })).toHaveAttribute('href', address);
});
