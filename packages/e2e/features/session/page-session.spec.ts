import { holdRequests } from '../../portal/hold-requests';
import { signIn, signOut, startSession } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page, test } from '../../portal/test';

test('the screen needs no call; one refresh follows, and the other tabs take its token', async ({ page, context }) => {
  await signIn(page, 'ana');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    new BroadcastChannel('auth_channel').onmessage = ({ data }) => heard.push(data.access_token);
    Object.assign(window, { heard });
  });
  const second = await context.newPage();
  const refreshes: string[] = [];
  second.on('request', (request) => request.url().endsWith('/api/auth/refresh') && refreshes.push(request.url()));
  const calls = await holdRequests(second, '**/api/**');
  await second.goto('/smsa/');
  await expect(second.getByRole('heading', { name: 'Chamados' })).toBeVisible();
  await expect(second.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
  expect(await second.content()).not.toMatch(/access_token|eyJ|ana@/);

  const refreshed = second.waitForResponse('**/api/auth/refresh');
  calls.release();
  const { access_token } = await (await refreshed).json();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toContain(access_token);
  expect(refreshes).toHaveLength(1);
});

test.describe('a session that ends', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('between the page and the refresh asks to sign in again', async ({ page }) => {
    await startSession(page, 'ana');
    await page.route('**/api/auth/refresh', async (route) => {
      await page.request.delete('/api/auth/invalidate');
      await route.continue();
    });
    await page.goto('/profile');
    await expect(page.getByRole('dialog').getByLabel('E-mail')).toHaveValue('ana@portico.test');
  });

  test('while another page loads is not restored by that page, now or later', async ({ page, context }) => {
    await signIn(page, 'ana', '/profile');
    const second = await context.newPage();
    const core = await holdRequests(second, '**/@portico/core.*.js');
    const response = await second.goto('/profile', { waitUntil: 'commit' });
    const body = (await response?.text()) ?? '';
    expect(body).toContain('access_token');
    await signOut(page);
    core.release();
    await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();

    // Like a cache that ignores the response headers, or a browser that restores an old page.
    await second.route('/profile', (route) => route.fulfill({ headers: response?.headers() ?? {}, body }));
    await second.goto('/profile');
    await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    await second.unroute('/profile');
    await second.goto('/profile');
    await expect(second.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  });
});

test.describe('a page of another origin', () => {
  test.use({ expectedErrors: /./ });

  /** Everything that a page can read from a page that it opens; empty if nothing. */
  async function openAndRead(context: BrowserContext, evil: Page, address: string): Promise<string> {
    const opened = context.waitForEvent('page');
    await evil.evaluate((url) => Object.assign(window, { opened: open(url) }), address);
    await (await opened).getByRole('button', { name: 'Menu da conta' }).waitFor();
    return evil.evaluate(() => {
      try {
        return String(Reflect.get(window, 'opened').document.body.innerHTML);
      } catch {
        return '';
      }
    });
  }

  test('reads no session, though its requests carry the cookies; caches hold none', { tag: '@firefox' }, async ({
    page,
    context,
    elsewhere,
    portal,
  }) => {
    await signIn(page, 'ana');
    elsewhere.servesHtml('/evil.html');
    const evil = await context.newPage();
    await evil.goto(`${elsewhere.url}/evil.html`);
    const read = await evil.evaluate(async (address) => {
      const text = (options: RequestInit) =>
        fetch(address, { credentials: 'include', ...options }).then(
          (response) => response.text(),
          () => '',
        );
      const load = (tag: 'iframe' | 'object' | 'script', attribute: 'src' | 'data') =>
        new Promise<string>((resolve) => {
          const element = document.createElement(tag);
          element.onload = () =>
            resolve(element instanceof HTMLIFrameElement ? (element.contentDocument?.body.innerHTML ?? '') : '');
          element.onerror = () => resolve('');
          element.setAttribute(attribute, address);
          document.body.append(element);
        });
      return Promise.all([
        text({}),
        text({ mode: 'no-cors' }),
        load('iframe', 'src'),
        load('object', 'data'),
        load('script', 'src'),
      ]);
    }, `${portal.url}/`);
    expect(read).toEqual(['', '', '', '', '']);
    expect(await openAndRead(context, evil, `${portal.url}/`)).toBe('');

    const cached = await page.evaluate(() =>
      fetch('/', { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    expect(cached).toBe(false);
  });
});
