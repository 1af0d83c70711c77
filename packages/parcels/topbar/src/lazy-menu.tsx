import { createLazy, useLazy, useTranslation } from '@portico/shared';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { MenuPlace } from './menu-place';
import type { MenuProps, MenuTrigger } from './menu-props';

// Headless UI is four times the size of the rest of the bar, and many visits open no menu. It loads when the pointer or
// the focus reaches a button.
const menus = createLazy(() => import(/* webpackChunkName: "menus" */ './dropdown-menu'));

/** A menu whose button works before its code has loaded. After a failure, the next press tries again. */
export function LazyMenu(props: MenuProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { value, hasFailed, load } = useLazy(menus);
  /** Set while the user waits for the menu, or for another try. */
  const [trigger, setTrigger] = useState<MenuTrigger>();
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    // The button got the focus before hydration.
    if (document.activeElement === button.current) void load();
  }, [load]);

  // The button stays the same between press and click: the browser fires no click on another one.
  if (value && !isPressed)
    return <value.DropdownMenu {...props} trigger={trigger} takesFocus={document.activeElement === button.current} />;

  const openBy = (by: MenuTrigger) => {
    setTrigger(by);
    void load();
  };
  const prepare = () => {
    if (!trigger) void load();
  };
  const release = () => setPressed(false);
  const click = ({ detail }: MouseEvent) => {
    release();
    // Safari does not focus a clicked button; without the focus, no blur event would cancel the opening.
    button.current?.focus();
    // Clicks by the keyboard have the detail 0.
    openBy(detail === 0 ? 'keyboard' : 'pointer');
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openBy('keyboard');
  };

  return (
    <MenuPlace
      failure={trigger !== undefined && hasFailed && t('topbar.menu_failed')}
      // A late menu must not take the focus from where it is now.
      onClose={(isElsewhere) => (isElsewhere || hasFailed) && setTrigger(undefined)}
    >
      <button
        type="button"
        ref={button}
        className={props.buttonClass}
        title={props.label}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={(trigger !== undefined && !hasFailed) || props.isBusy || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDown={() => setPressed(true)}
        onPointerLeave={release}
        onPointerCancel={release}
        onClick={click}
        onKeyDown={pressKey}
      >
        {props.button}
      </button>
    </MenuPlace>
  );
}
