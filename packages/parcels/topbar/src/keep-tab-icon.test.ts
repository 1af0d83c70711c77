import { waitFor } from '@testing-library/react';
import { keepTabIcon } from './keep-tab-icon';

const fetched: string[] = [];

function answerWith(answer: () => Promise<Response>): HTMLLinkElement {
  document.head.innerHTML = '<link rel="icon" href="/favicon.png">';
  fetched.length = 0;
  jest.spyOn(window, 'fetch').mockImplementation((address) => {
    fetched.push(String(address));
    return answer();
  });
  const link = document.querySelector('link');
  if (!link) throw new Error('The page has no icon.');
  return link;
}

afterEach(() => jest.restoreAllMocks());

it('replaces the address of the icon by a data URL, once', async () => {
  // jsdom's own reader reads none of Node's blobs.
  const blob = async () => new Blob(['icon'], { type: 'image/png' });
  const link = answerWith(async () => Object.assign(new Response(), { blob }));
  await keepTabIcon();
  await waitFor(() => expect(link).toHaveAttribute('href', `data:image/png;base64,${btoa('icon')}`));
  await keepTabIcon();
  expect(fetched).toEqual([new URL('/favicon.png', location.href).href]);
});

it.each([
  ['does not arrive', async () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'breaks off',
    async () => Object.assign(new Response(), { blob: () => Promise.reject(new TypeError('Failed to fetch')) }),
  ],
  ['is gone', async () => new Response('', { status: 404 })],
])('leaves the icon where it is when it %s', async (_, answer) => {
  const link = answerWith(answer);
  await keepTabIcon();
  expect(link).toHaveAttribute('href', '/favicon.png');
});
