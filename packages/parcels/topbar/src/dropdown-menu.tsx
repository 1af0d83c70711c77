import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Link } from '@portico/shared';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { MenuEntry, MenuProps, MenuTrigger } from './menu-props';
import { TypeAhead } from './type-ahead';

interface DropdownMenuProps extends MenuProps {
  /** How the user opened it before its code had loaded: it opens immediately. */
  readonly trigger: MenuTrigger | undefined;
  readonly takesFocus: boolean;
}

/** A menu under its button. Not modal: a click outside closes it and reaches what was clicked. */
export function DropdownMenu({ trigger, takesFocus, ...menu }: DropdownMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const arrived = useRef({ trigger, takesFocus });
  const [typeAhead] = useState(() => new TypeAhead());
  const [drawsAll, setDrawsAll] = useState(false);
  const { entries } = menu;
  useLayoutEffect(() => {
    if (arrived.current.takesFocus) button.current?.focus();
    if (arrived.current.trigger === 'pointer') button.current?.click();
    if (arrived.current.trigger === 'keyboard')
      button.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }, []);
  const moveTo = async (list: HTMLElement, index: number) => {
    if (!findItems(list)[index]) {
      flushSync(() => setDrawsAll(true));
      // Headless UI registers new items in a microtask.
      await Promise.resolve();
    }
    // Focusing an item makes it the active one; the focus itself stays with the menu.
    findItems(list)[index]?.focus({ preventScroll: true });
    list.focus({ preventScroll: true });
  };
  /** Headless UI supports only lists, and finds only what is drawn, by its exact letters. */
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget;
    const active = findItems(list).findIndex((item) => item.hasAttribute('data-focus'));
    const indices = [...entries.keys()];
    const target = ['End', 'PageDown'].includes(event.key)
      ? indices.at(-1)
      : (typeAhead.search(entries, active, event) ?? itemInDirection(indices, active, event.key, countColumns(list)));
    if (target === undefined) return;
    event.preventDefault();
    if (target >= 0) void moveTo(list, target).then(() => typeAhead.restartPause());
  };
  return (
    <div className="portico-topbar-menu">
      <Menu>
        <MenuButton
          ref={button}
          className={menu.buttonClass}
          title={menu.label}
          aria-label={menu.label}
          aria-busy={menu.isBusy || undefined}
          // This key activates the last entry.
          onKeyDown={({ key }) => key === 'ArrowUp' && setDrawsAll(true)}
        >
          {menu.button}
        </MenuButton>
        <MenuItems modal={false} className={`portico-topbar-popover ${menu.popoverClass}`} onKeyDown={pressKey}>
          {menu.header && <div className="portico-topbar-popover-header">{menu.header}</div>}
          <MenuEntries entries={entries} drawsAll={drawsAll} setDrawsAll={setDrawsAll} />
        </MenuItems>
      </Menu>
    </div>
  );
}

/** More entries than any menu shows. */
const firstEntries = 24;

interface MenuEntriesProps extends Pick<MenuProps, 'entries'> {
  readonly drawsAll: boolean;
  readonly setDrawsAll: (drawsAll: boolean) => void;
}

function MenuEntries({ entries, drawsAll, setDrawsAll }: MenuEntriesProps) {
  // The other entries are out of view: React renders them afterwards, and the menu answers meanwhile.
  const drawn = useDeferredValue(entries, entries.slice(0, firstEntries));
  useEffect(() => () => setDrawsAll(false), [setDrawsAll]);
  return (drawsAll ? entries : drawn).map((entry) => (
    <MenuItem key={entry.key}>{({ focus }) => <MenuEntryElement entry={entry} isActive={focus} />}</MenuItem>
  ));
}

function findItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function countColumns(menu: HTMLElement): number {
  return getComputedStyle(menu).gridTemplateColumns.split(' ').length;
}

/** The link or button of an entry; its other attributes are what the menu gives to its items. */
function MenuEntryElement({
  entry,
  isActive,
  onClick,
  ...item
}: HTMLAttributes<HTMLElement> & { readonly entry: MenuEntry; readonly isActive: boolean }) {
  const { href, content, isCurrent, isNested, onSelect, onActive } = entry;
  useEffect(() => {
    if (isActive) onActive?.();
  }, [isActive, onActive]);
  const select = (event: MouseEvent<HTMLElement>) => {
    onSelect?.();
    onClick?.(event);
  };
  const className = isNested ? 'portico-topbar-entry portico-topbar-nested' : 'portico-topbar-entry';
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

/** The item that an arrow key leads to in rows of so many columns; `undefined` if a list leads to the same one. */
export function itemInDirection<Item>(
  items: readonly Item[],
  current: Item | null,
  key: string,
  columns: number,
): Item | undefined {
  const from = current === null ? -1 : items.indexOf(current);
  if (from < 0) return key === 'ArrowRight' || key === 'ArrowLeft' ? items[0] : undefined;
  if (key === 'ArrowRight') return items[from + 1];
  if (key === 'ArrowLeft') return items[from - 1];
  // One row or one column is a list.
  if (columns === 1 || columns >= items.length) return undefined;
  if (key === 'ArrowUp') return items[from - columns] ?? items[from];
  const isLastRow = Math.floor(from / columns) === Math.floor((items.length - 1) / columns);
  if (key === 'ArrowDown') return isLastRow ? items[from] : (items[from + columns] ?? items.at(-1));
  return undefined;
}
