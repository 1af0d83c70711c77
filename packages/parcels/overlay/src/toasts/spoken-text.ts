import type { TextKey, Toast, ToastType } from '@portico/shared';

/** The meaning of each icon in words. */
export const typeTexts: Record<ToastType, TextKey | undefined> = {
  default: undefined,
  success: 'toasts.success',
  error: 'toasts.error',
  warning: 'toasts.warning',
  info: 'toasts.info',
};

/** The announcement of a toast, in sentences. A toast with a button or link names the key that leads there. */
export function getSpokenText(
  { type = 'default', title, text, action, link }: Toast,
  t: (key: TextKey) => string,
): string {
  const typeText = typeTexts[type];
  const hint = action || link ? [action?.label, t('toasts.label')].filter(Boolean).join(', ') : undefined;
  return [typeText && t(typeText), title, text, hint].filter(isText).map(endWithPeriod).join(' ');
}

function isText(part: string | undefined): part is string {
  return Boolean(part);
}

function endWithPeriod(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
