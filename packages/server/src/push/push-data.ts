import type { PushData } from '@portico/contract';
import type { NotificationEntry } from '../notifications/notification-entry';

/** What Firebase Cloud Messaging takes as data, names and values together, in bytes; a little below its 4096. */
const dataLimit = 4_000;

/**
 * The data of a push: texts alone, and no `notification`, which a browser would show beside what the worker shows. The
 * body is cut where it would be too long; who opens the notification sees it whole.
 */
export function toPushData(
  { id, title, body, icon, module, redirect }: NotificationEntry,
  recipient: string,
): Record<string, string> {
  const data = {
    id: String(id),
    tag: String(id),
    recipient,
    title,
    icon: icon ?? '',
    module: module ?? '',
    redirect: redirect ?? '',
    body: '',
  } satisfies PushData & { tag: string };
  const room = dataLimit - Object.entries(data).reduce((sum, [name, value]) => sum + bytesOf(name + value), 0);
  return { ...data, body: cutTo(room, body ?? '') };
}

function cutTo(limit: number, text: string): string {
  if (bytesOf(text) <= limit) return text;
  // A character of UTF-8 has four bytes at most, and the ellipsis three.
  const kept = [...text].slice(0, Math.max(0, Math.floor((limit - 3) / 4))).join('');
  return kept === '' ? '' : `${kept}…`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
