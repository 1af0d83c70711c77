import { decodeUnreserved } from '@portico/contract';
import * as v from 'valibot';
import { parseRedirect } from '../message/notification-addresses';
import { addOpened, readBinding } from '../push/push-store';
import { askPage, type ClickedNotification, listPages, type Page, type WorkerScope } from './worker-scope';

const dataSchema = v.object({ id: v.pipe(v.string(), v.nonEmpty()), redirect: v.string() });

/** Timeout for a page's answer, in milliseconds. Browsers allow a click to open a window for about a second. */
const addressTimeout = 300;

/** Opens the address of a clicked notification, or focuses the tab that shows it. A page marks it as read. */
export async function openNotification(notification: ClickedNotification, scope: WorkerScope): Promise<void> {
  notification.close();
  const data = v.safeParse(dataSchema, notification.data);
  const { id, redirect } = data.success ? data.output : { id: '', redirect: '' };
  const pages = await listPages(scope);
  await openAddress(parseRedirect(redirect, scope.location.origin), pages, scope).catch(() => undefined);
  // Without a session nothing can be marked.
  if (!id || !(await readBinding())) return;
  await addOpened(id);
  for (const page of pages) page.postMessage({ type: 'OPENED' });
}

async function openAddress(address: string | undefined, pages: readonly Page[], scope: WorkerScope): Promise<unknown> {
  if (!address) return pages[0]?.focus();
  // The `url` of a client does not follow later navigations.
  const addresses = await Promise.all(pages.map((page) => askPage(page, { type: 'WHERE' }, addressTimeout)));
  const present = pages[addresses.indexOf(decodeUnreserved(address))];
  return present ? present.focus() : scope.clients.openWindow(address);
}
