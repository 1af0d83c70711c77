import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { PortalProcess } from '../../portal/portal-process';
import { type DemoName, demoUser, signInByApi, type User } from '../../portal/user';

export const bell = (page: Page) => page.getByRole('button', { name: /^Notificações/ });
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificações' });
export const rows = (page: Page) => panel(page).getByRole('listitem');
export const toasts = (page: Page) => page.getByRole('region', { name: /Alt\+T/ }).getByRole('group');

/** Opens the panel. */
export async function openPanel(page: Page): Promise<void> {
  await bell(page).click();
  await expect(panel(page)).toBeVisible();
}

/** The status of live delivery in the open panel. */
export async function expectStatus(
  page: Page,
  status: 'Ao vivo' | 'A cada minuto' | 'Reconectando' | 'Desligado',
): Promise<void> {
  await expect(panel(page).getByText(status, { exact: true })).toBeVisible();
}

/** Opens the panel, and waits until notifications arrive live. */
export async function openLive(page: Page): Promise<void> {
  await openPanel(page);
  await expectStatus(page, 'Ao vivo');
}

/** The number of unread notifications in the name of the bell. */
export async function countUnread(page: Page): Promise<number> {
  return Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0);
}

/** The server's number of unread notifications, read in a separate session. */
export async function countUnreadAtServer(portal: PortalProcess, user: DemoName | User): Promise<number> {
  const signIn = await signInByApi(portal, typeof user === 'string' ? demoUser(user) : user);
  const { access_token } = await signIn.json();
  const list = await fetch(`${portal.url}/api/notifications?offset=0&limit=10`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return (await list.json()).totalUnreadNotifications;
}

/**
 * Waits until the bell shows the server's number of unread notifications.
 * @returns that number
 */
export async function waitForUnread(page: Page, portal: PortalProcess, user: DemoName | User): Promise<number> {
  const unread = await countUnreadAtServer(portal, user);
  await expect.poll(() => countUnread(page)).toBe(unread);
  return unread;
}

/** Marks all notifications as read, as another device of the user does. */
export async function markAllReadElsewhere(portal: PortalProcess, user: DemoName | User): Promise<void> {
  const signIn = await signInByApi(portal, typeof user === 'string' ? demoUser(user) : user);
  const { access_token } = await signIn.json();
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${portal.url}/api/notifications/all`, { method: 'PATCH', headers })).status).toBe(204);
}

/** A notification from the back end of a module. */
export interface SentNotification {
  readonly title: string;
  readonly body?: string;
  readonly redirect?: string;
}

/** Sends a notification to a user, as the back end of a module does. */
export async function sendNotification(
  portal: PortalProcess,
  user: DemoName | User,
  notification: SentNotification,
  module = 'smsa',
): Promise<void> {
  const keys = JSON.parse(await readFile(path.join(portal.dataFolder, 'service-keys.json'), 'utf8'));
  const answer = await fetch(`${portal.url}/api/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[module]}` },
    body: JSON.stringify({ emails: [typeof user === 'string' ? demoUser(user).email : user.email], ...notification }),
  });
  expect(answer.status).toBe(201);
}
