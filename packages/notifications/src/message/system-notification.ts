import { accountPart, type RealtimeMessage } from '@portico/shared';
import { linkOf } from './link-of';

/**
 * Shows a message as a notification of the system. It leads where the message does, or to this tab.
 * @returns whether it could be shown: the user allows it, and the browser lets a page do it (on Android none may)
 */
export function showSystemNotification({ id, title, body, module, redirect }: RealtimeMessage): boolean {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  const logo = module && `/media/apps/${encodeURIComponent(module)}/logo_mini.png`;
  try {
    const notification = new Notification(title, { body, tag: `notification:${id}`, ...(logo && { icon: logo }) });
    notification.onclick = () => {
      notification.close();
      const href = linkOf(redirect);
      if (href) window.open(href, '_blank', 'noopener');
      else window.focus();
      void accountPart.get().markNotificationRead(id);
    };
    return true;
  } catch {
    return false;
  }
}
