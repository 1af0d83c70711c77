import type { PushData } from '@portico/contract';
import type { NotificationEntry } from '../notification-entry';

/** The limit of Firebase Cloud Messaging for data, names and values together, is 4096 bytes. */
const dataLimit = 4_000;

/**
 * The data of a push. It has no `notification`, because a browser would show that besides the one of the service
 * worker. A long body is cut; the list shows all of it.
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
  const room = dataLimit - Object.entries(data).reduce((sum, [name, value]) => sum + getBytes(name + value), 0);
  return { ...data, body: cutTo(room, body ?? '') };
}

function cutTo(limit: number, text: string): string {
  if (getBytes(text) <= limit) return text;
  // A character has four bytes of UTF-8 at most, the ellipsis three.
  const kept = [...text].slice(0, Math.max(0, Math.floor((limit - 3) / 4))).join('');
  return kept === '' ? '' : `${kept}…`;
}

function getBytes(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
