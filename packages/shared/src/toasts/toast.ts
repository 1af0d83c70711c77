import type { ReactNode } from 'react';

export type ToastType = 'default' | 'success' | 'error' | 'warning' | 'info';

/**
 * A message that stands over the screen for a while, top right. Texts are plain and already in the user's language;
 * more than three lines are cut, so details belong somewhere else.
 */
export interface Toast {
  /** Decides the icon, and whether assistive technology is interrupted: by `error` and `warning`. */
  readonly type?: ToastType | undefined;
  readonly title?: string | undefined;
  readonly text: string;
  /** A button; it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Makes the whole toast a link that opens a new tab, and closes the toast. */
  readonly link?: { readonly href: string; readonly onOpen?: (() => void) | undefined } | undefined;
  /**
   * Milliseconds until it closes by itself; 4000 if not given. A toast with a button stays until it is closed, unless
   * this says otherwise: say it only if the same can be done somewhere else, too. An error with a button always stays.
   */
  readonly duration?: number | undefined;
  /** A toast takes the place of an earlier one with the same key. */
  readonly key?: string | undefined;
  /** Stands in place of the icon, 28 px wide; the texts have to do without it. */
  readonly picture?: ReactNode;
}
