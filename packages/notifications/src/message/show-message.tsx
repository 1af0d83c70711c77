import { accountPart, type RealtimeMessage, showToast } from '@portico/shared';
import { linkOf } from './link-of';
import { NotificationPicture } from './notification-picture';
import { showSystemNotification } from './system-notification';

/** A toast of a message stays for so long (specification, section 9), in milliseconds. */
const toastDuration = 5_000;
/** More than its three lines hold is not read aloud either. */
const longestText = 500;

/**
 * Shows a message to the user of this browser, in the one tab that is to: as a toast, or, while she is in another window,
 * as a notification of her system, if she allows them.
 */
export function showMessage(message: RealtimeMessage): void {
  if (document.hasFocus() || !showSystemNotification(message)) showMessageToast(message);
}

function showMessageToast(message: RealtimeMessage): void {
  const { id, title, body, redirect } = message;
  const href = linkOf(redirect);
  const onOpen = () => void accountPart.get().markNotificationRead(id);
  showToast({
    key: `notification:${id}`,
    ...(body ? { title: clip(title), text: clip(body) } : { text: clip(title) }),
    picture: <NotificationPicture notification={message} size={28} />,
    duration: toastDuration,
    ...(href && { link: { href, onOpen } }),
  });
}

function clip(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
