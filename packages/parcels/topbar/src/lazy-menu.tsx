import { createLazy, useLazy, useTranslation } from '@portico/shared';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { MenuFailure } from './menu-failure';
import type { MenuProps, MenuTrigger } from './menu-props';

// Headless UI is four times the size of the rest of the bar, and many visits open no menu. It loads when the pointer or
// the focus reaches a button.
const menus = createLazy(() => import(/* webpackChunkName: "menus" */ './dropdown-menu'));

/**
 * A menu with a button that works before the code of the menu has loaded. A press opens it once the code has loaded. When the code does not load,
 * it says so, and the next press tries again.
 */
export function LazyMenu(props: MenuProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const { value, load } = useLazy(menus);
  const [trigger, setTrigger] = useState<MenuTrigger>();
  const [isPressed, setPressed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isAwaited = useRef(false);
  useEffect(() => {
    // The button got the focus before hydration.
    if (document.activeElement !== button.current) return;
    setFocus(true);
    void load();
  }, [load]);

  // The button stays the same between press and click: the browser fires no click on another one.
  if (value && !isPressed) return <value.DropdownMenu {...props} trigger={trigger} takesFocus={hasFocus} />;

  const openBy = async (by: MenuTrigger) => {
    isAwaited.current = true;
    setTrigger(by);
    setFailed(false);
    if (await load()) return;
    setTrigger(undefined);
    setFailed(isAwaited.current);
  };
  const release = () => setPressed(false);
  const click = ({ detail }: MouseEvent) => {
    release();
    // Safari does not focus a clicked button; without the focus, no blur event would cancel the opening.
    button.current?.focus();
    // Clicks by the keyboard have the detail 0.
    void openBy(detail === 0 ? 'keyboard' : 'pointer');
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void openBy('keyboard');
  };
  const closeFailure = () => {
    button.current?.focus();
    setFailed(false);
  };
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFailed(false);
    // The focus is elsewhere now: the menu would take it away.
    if (!event.relatedTarget) return;
    isAwaited.current = false;
    setTrigger(undefined);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events that bubble from its button and its notice.
    <div
      className="portico-topbar-menu"
      onBlur={leave}
      onKeyDown={(event) => hasFailed && event.key === 'Escape' && closeFailure()}
    >
      <button
        type="button"
        ref={button}
        className={props.buttonClass}
        title={props.label}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={trigger !== undefined || props.isBusy || undefined}
        onPointerEnter={() => void load()}
        onFocus={() => {
          setFocus(true);
          void load();
        }}
        onBlur={() => setFocus(false)}
        onPointerDown={() => setPressed(true)}
        onPointerLeave={release}
        onPointerCancel={release}
        onClick={click}
        onKeyDown={pressKey}
      >
        {props.button}
      </button>
      {hasFailed && <MenuFailure text={t('topbar.menu_failed')} />}
    </div>
  );
}
