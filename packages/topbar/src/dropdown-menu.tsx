import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { itemInDirection } from './item-in-direction';
import { MenuEntryElement } from './menu-entry-element';
import type { MenuProps, MenuTrigger } from './menu-props';

export interface DropdownMenuProps extends MenuProps {
  /** It was asked for before it had arrived: opens at once. */
  readonly trigger: MenuTrigger | undefined;
  readonly takesFocus: boolean;
}

/** A menu under its button. Not modal: a click outside closes it and reaches what was clicked. */
export function DropdownMenu({ trigger, takesFocus, ...menu }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const arrived = useRef({ trigger, takesFocus });
  useLayoutEffect(() => {
    if (arrived.current.takesFocus) button.current?.focus();
    if (arrived.current.trigger === 'pointer') button.current?.click();
    if (arrived.current.trigger === 'keyboard')
      button.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }, []);
  return (
    <div className="portico-topbar-menu">
      <Menu>
        <MenuButton
          ref={button}
          className={menu.buttonClass}
          title={menu.label}
          aria-label={menu.label}
          aria-busy={menu.isBusy || undefined}
        >
          {menu.button}
        </MenuButton>
        <MenuItems modal={false} className={`portico-topbar-popover ${menu.popoverClass}`} onKeyDown={moveInGrid}>
          {menu.header && <div className="portico-topbar-popover-header">{menu.header}</div>}
          {menu.entries.map((entry) => (
            <MenuItem key={entry.key}>{({ focus }) => <MenuEntryElement entry={entry} isActive={focus} />}</MenuItem>
          ))}
        </MenuItems>
      </Menu>
    </div>
  );
}

/** Headless UI knows lists alone: here the arrows follow the columns that are on screen. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const target = itemInDirection(items, menu.querySelector<HTMLElement>('[data-focus]'), event.key);
  if (!target) return;
  event.preventDefault();
  // Focusing an item makes it the active one; the focus itself stays with the menu.
  target.focus({ preventScroll: true });
  menu.focus({ preventScroll: true });
}
