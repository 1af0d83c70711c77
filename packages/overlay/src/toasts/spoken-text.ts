import type { TextKey, Toast, ToastType } from '@portico/shared';

/** What the icon of each type tells, in words. */
export const typeTexts: Record<ToastType, TextKey | undefined> = {
  default: undefined,
  success: 'toasts.success',
  error: 'toasts.error',
  warning: 'toasts.warning',
  info: 'toasts.info',
};

/** A toast as it is announced, a sentence each; where something can be done, with the key that leads there. */
export function spokenTextOf(
  { type = 'default', title, text, action, link }: Toast,
  t: (key: TextKey) => string,
): string {
  const typeText = typeTexts[type];
  const way = action || link ? [action?.label, t('toasts.label')].filter(Boolean).join(', ') : undefined;
  return [typeText && t(typeText), title, text, way].filter(isText).map(asSentence).join(' ');
}

function isText(part: string | undefined): part is string {
  return Boolean(part);
}

function asSentence(text: string): string {
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
