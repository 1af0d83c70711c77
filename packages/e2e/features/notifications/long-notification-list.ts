import type { Page } from '@playwright/test';

/** As the API counts pages. */
const pageSize = 10;

/** Longer ones than the API's, so that the list is full soon. */
const pageLength = 250;

/** Answers a page's lists of notifications with so many unread ones, named `Aviso <total>` and on down to `Aviso 1`. */
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
