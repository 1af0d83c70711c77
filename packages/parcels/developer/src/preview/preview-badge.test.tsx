import { readPage, setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Developer } from '../developer';

const portal = testPortal();
beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
});
afterEach(() => setPreviews(undefined));

const setPreviews = (previews: unknown) => Object.assign(readPage().state, { previews });

it('names what this browser previews, and offers to leave', () => {
  const active = [
    { module: 'orders', version: '1.4.0' },
    { module: 'stock', version: '2.0.0' },
  ];
  setPreviews({ active, ended: [], isInvalid: false });
  renderParcel(Developer, 'developer');
  expect(screen.getByRole('region', { name: 'Preview' })).toHaveTextContent('Preview of orders 1.4.0, stock 2.0.0');
  expect(screen.getByRole('button', { name: 'Leave preview' })).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it.each([
  [
    'a preview has ended',
    { ended: [{ module: 'orders', version: '1.4.0' }], isInvalid: false },
    'orders 1.4.0 has ended',
  ],
  [
    'a link was revoked',
    { ended: [{ module: 'orders', version: '1.4.0', isRevoked: true }], isInvalid: false },
    /^The preview link of orders 1.4.0 was revoked. You are using the live version.$/,
  ],
  ['a link is not valid', { ended: [], isInvalid: true }, 'link is not valid'],
])('says that %s, until it is closed', async (_, previews, text) => {
  setPreviews({ active: [], ...previews });
  renderParcel(Developer, 'developer');
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('shows nothing in other pages', () => {
  renderParcel(Developer, 'developer');
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
