import type { ReactNode } from 'react';

/** An entry leads somewhere (`href`) or does something (`onSelect`). */
export interface MenuEntry {
  readonly key: string;
  /** Its text, for the search by its first letters. */
  readonly name: string;
  readonly content: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly isCurrent?: boolean;
  /** Whether it belongs to the entry above. */
  readonly isNested?: boolean;
  /** Called when the pointer or the keyboard makes it active, to prefetch its target. */
  readonly onActive?: () => void;
}

export interface MenuProps {
  /** The name of the button and of its menu. */
  readonly label: string;
  /** The content of the button. */
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly popoverClass: string;
  /** Above the entries. */
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly isBusy?: boolean;
}

/** How the user opened a menu; the keyboard activates its first entry. */
export type MenuTrigger = 'pointer' | 'keyboard';
