import { Link } from '@portico/shared';
import { type HTMLAttributes, type MouseEvent, useEffect } from 'react';
import type { MenuEntry } from './menu-props';

interface MenuEntryElementProps extends HTMLAttributes<HTMLElement> {
  readonly entry: MenuEntry;
  readonly isActive: boolean;
}

/** The link or button of an entry; its other attributes are what the menu gives to its items. */
export function MenuEntryElement({ entry, isActive, onClick, ...item }: MenuEntryElementProps) {
  const { href, content, isCurrent, onSelect, onActive } = entry;
  useEffect(() => {
    if (isActive) onActive?.();
  }, [isActive, onActive]);
  const select = (event: MouseEvent<HTMLElement>) => {
    onSelect?.();
    onClick?.(event);
  };
  const className = 'portico-topbar-entry';
  return href === undefined ? (
    <button {...item} type="button" className={className} onClick={select}>
      {content}
    </button>
  ) : (
    <Link {...item} className={className} href={href} aria-current={isCurrent ? 'true' : undefined} onClick={select}>
      {content}
    </Link>
  );
}
