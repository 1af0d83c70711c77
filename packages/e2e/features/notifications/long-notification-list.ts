import type { Page } from '@playwright/test';

/** The page size of the API. */
const pageSize = 10;

/** Longer pages than the API's, so that the list fills faster. */
const pageLength = 250;

/** Answers the list requests of a page with unread notifications, named `Aviso <total>` down to `Aviso 1`. */
export async function serveLongNotificationList(page: Page, total: number): Promise<void> {
  await page.route(/\/api\/notifications\?/, (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('offset')) / pageSize;
    const offset = number * pageLength;
    const notifications = Array.from({ length: Math.min(pageLength, total - offset) }, (_, index) => ({
      id: total - offset - index,
      title: `Aviso ${total - offset - index}`,
      body: 'Texto de uma linha ou de mais, conforme o número. '.repeat(1 + (index % 4)),
      module: 'smsa',
      redirect: '/smsa/',
      read: 0,
      created_at: new Date(1_790_000_000_000 - offset * 1000).toISOString(),
    }));
    return route.fulfill({ json: { notifications, total, totalUnreadNotifications: total } });
  });
}
