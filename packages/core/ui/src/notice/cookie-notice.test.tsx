import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { CookieNotice } from './cookie-notice';

const texts = { cookies_needed: 'Cookies are needed.', cookies_help: 'How?', new_tab: 'new tab' };
const t = (key: keyof typeof texts) => texts[key];

afterEach(() => jest.restoreAllMocks());

it('says nothing in a browser that keeps cookies, also after the user has deleted them', () => {
  expect(document.cookie).toBe('');
  const { container } = render(<CookieNotice t={t} />);
  expect(container).toBeEmptyDOMElement();
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'support.mozilla.org'],
  [
    'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'support.apple.com',
  ],
  [
    'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'support.microsoft.com',
  ],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'support.google.com'],
])('says that they are needed, and links to the help of the browser: %s', (userAgent, host) => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  render(<CookieNotice t={t} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Cookies are needed.');
  const { href, rel, target } = screen.getByRole<HTMLAnchorElement>('link', { name: 'How? (new tab)' });
  expect([new URL(href).host, target, rel]).toEqual([host, '_blank', 'noreferrer']);
});

it('is in the HTML of the page only if the server asks for it', () => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
  expect(renderToString(<CookieNotice t={t} />)).toBe('');
  expect(renderToString(<CookieNotice t={t} isShown />)).toContain('Cookies are needed.');
});
