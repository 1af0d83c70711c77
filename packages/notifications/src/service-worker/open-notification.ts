import * as v from 'valibot';
import { linkOf } from '../message/link-of';
import { addOpened, readBinding } from '../push/push-store';
import { ask } from './ask';
import { type ClickedNotification, type Page, pagesOf, type WorkerScope } from './worker-scope';

const dataSchema = v.object({ id: v.pipe(v.string(), v.nonEmpty()), redirect: v.string() });

/** How long a page has to say where it stands; browsers let a click open a window for a second at least. */
const whereLimit = 300;

/**
 * A notification was clicked: goes where it leads, in a tab of its own (specification, section 2), or in the one that is
 * there already; and has a page mark it read, now or when the portal is next opened.
 */
export async function openNotification(notification: ClickedNotification, scope: WorkerScope): Promise<void> {
  notification.close();
  const data = v.safeParse(dataSchema, notification.data);
  const { id, redirect } = data.success ? data.output : { id: '', redirect: '' };
  const pages = await pagesOf(scope);
  await goTo(linkOf(redirect, scope.location.origin), pages, scope).catch(() => undefined);
  // Whose session has ended since has nothing marked.
  if (!id || !(await readBinding())) return;
  await addOpened(id);
  for (const page of pages) page.postMessage({ type: 'OPENED' });
}

async function goTo(address: string | undefined, pages: readonly Page[], scope: WorkerScope): Promise<unknown> {
  if (!address) return pages[0]?.focus();
  // A client's own `url` is the one it was opened with.
  const places = await Promise.all(pages.map((page) => ask(page, { type: 'WHERE' }, whereLimit)));
  const present = pages[places.indexOf(address)];
  return present ? present.focus() : scope.clients.openWindow(address);
}
