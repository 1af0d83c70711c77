import { cutText, dismissToast, isSignedInAtom, type RealtimeMessage, showToast, store } from '@portico/shared';
import { isRead, markNotificationRead } from '../lists/notification-lists';
import { addMessage } from '../lists/shown-messages';
import { getNotificationLogoAddress, parseRedirect } from './notification-addresses';
import { findApp, getSender, NotificationPicture } from './sender';

/** In milliseconds. */
const toastDuration = 5_000;
/** Longer texts are cut: a toast has three lines, and assistive technology reads the whole text aloud. */
const longestText = 500;

/** Shows an unread message as a toast, or as a notification of the system while the user is in another window. */
export function showMessage(message: RealtimeMessage): void {
  if (isRead(message.id)) return;
  if (document.hasFocus() || !showSystemNotification(message)) showMessageToast(message);
}

function showMessageToast(message: RealtimeMessage): void {
  const { id, redirect } = message;
  const title = cutText(message.title || getSender(message), longestText);
  const text = cutText(message.body, longestText);
  const href = parseRedirect(redirect);
  const onOpen = () => void markNotificationRead(id);
  const key = showToast({
    key: `notification:${id}`,
    ...(text ? { title, text } : { text: title }),
    picture: <NotificationPicture notification={message} size={28} />,
    duration: toastDuration,
    ...(href && { link: { href, onOpen } }),
  });
  addMessage(id, () => dismissToast(key));
}

/** Returns whether the system showed the message; it does not without the permission, nor on Android. */
function showSystemNotification(message: RealtimeMessage): boolean {
  const { id, body, module, redirect } = message;
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  const app = findApp(module);
  try {
    const notification = new Notification(message.title || getSender(message), {
      body,
      tag: `notification:${id}`,
      ...(app && app.logo !== false && { icon: getNotificationLogoAddress(module) }),
    });
    addMessage(id, () => notification.close());
    // Another user must not see it. `unbindBrowser` closes those of pushes.
    notification.onclose = store.sub(isSignedInAtom, () => store.get(isSignedInAtom) || notification.close());
    notification.onclick = () => {
      notification.close();
      const href = parseRedirect(redirect);
      if (href) window.open(href, '_blank', 'noopener');
      else window.focus();
      void markNotificationRead(id);
    };
    return true;
  } catch {
    return false;
  }
}
