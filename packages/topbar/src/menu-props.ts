import type { ReactNode } from 'react';

/** An entry leads somewhere (`href`) or does something (`onSelect`). */
export interface MenuEntry {
  readonly key: string;
  readonly content: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly isCurrent?: boolean;
  /** It is pointed at, or active by the keyboard: what it leads to may be made ready. */
  readonly onActive?: () => void;
}

export interface MenuProps {
  /** The name of the button and of its menu. */
  readonly label: string;
  /** What the button shows. */
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly popoverClass: string;
  /** Stands above the entries and is none of them. */
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly isBusy?: boolean;
}

/** How a menu was asked for: by the keyboard its first entry becomes active. */
export type MenuTrigger = 'pointer' | 'keyboard';
