import { useTranslation } from '@portico/shared';
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { DropdownMenuProps } from './dropdown-menu';
import { MenuFailure } from './menu-failure';
import type { MenuProps, MenuTrigger } from './menu-props';
import { whenIdle } from './when-idle';

// Headless UI is four times the rest of the bar, so it arrives when the page is quiet or a button is about to be used.
const loadMenus = () => import(/* webpackChunkName: "menus" */ './dropdown-menu');

interface Arrival {
  readonly DropdownMenu: ComponentType<DropdownMenuProps>;
  /** Whether the button that is about to be replaced has the focus. */
  readonly hasFocus: boolean;
}

/**
 * A menu whose button is there at once; used before its code has arrived, it opens as soon as it has. When the code does
 * not arrive, it says so, and the next use of the button tries again.
 */
export function LazyMenu(props: MenuProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const isMounted = useRef(false);
  const [arrival, setArrival] = useState<Arrival>();
  const [trigger, setTrigger] = useState<MenuTrigger>();
  const [hasFailed, setFailed] = useState(false);

  const load = useCallback(async () => {
    try {
      const { DropdownMenu } = await loadMenus();
      if (isMounted.current) setArrival({ DropdownMenu, hasFocus: document.activeElement === button.current });
      return true;
    } catch {
      return false;
    }
  }, []);

  useEffect(() => {
    isMounted.current = true;
    const cancel = whenIdle(() => void load());
    return () => {
      isMounted.current = false;
      cancel();
    };
  }, [load]);

  if (arrival) return <arrival.DropdownMenu {...props} trigger={trigger} takesFocus={arrival.hasFocus} />;

  const openBy = async (by: MenuTrigger) => {
    setTrigger(by);
    setFailed(false);
    const hasArrived = await load();
    if (hasArrived || !isMounted.current) return;
    setTrigger(undefined);
    setFailed(true);
  };
  const press = (event: PointerEvent) => {
    if (event.button === 0) void openBy('pointer');
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
    if (!event.currentTarget.contains(event.relatedTarget)) setFailed(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what its button and its notice let through.
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
        onFocus={() => void load()}
        onPointerDown={press}
        onPointerCancel={() => setTrigger(undefined)}
        onClick={() => void openBy(trigger ?? 'keyboard')}
        onKeyDown={pressKey}
      >
        {props.button}
      </button>
      {hasFailed && <MenuFailure text={t('topbar.menu_failed')} />}
    </div>
  );
}
