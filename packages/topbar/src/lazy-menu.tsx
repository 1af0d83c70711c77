import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { DropdownMenuProps } from './dropdown-menu';
import type { MenuProps, MenuTrigger } from './menu-props';
import { whenIdle } from './when-idle';

// Headless UI is four times the rest of the bar, so it arrives when the page is quiet or a button is about to be used.
const loadMenus = () => import(/* webpackChunkName: "menus" */ './dropdown-menu');

interface Arrival {
  readonly DropdownMenu: ComponentType<DropdownMenuProps>;
  /** Whether the button that is about to be replaced has the focus. */
  readonly hasFocus: boolean;
}

/** A menu whose button is there at once; used before its code has arrived, it opens as soon as it has. */
export function LazyMenu(props: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isMounted = useRef(false);
  const [arrival, setArrival] = useState<Arrival>();
  const [trigger, setTrigger] = useState<MenuTrigger>();

  const load = useCallback(async () => {
    try {
      const { DropdownMenu } = await loadMenus();
      if (isMounted.current) setArrival({ DropdownMenu, hasFocus: document.activeElement === button.current });
    } catch {
      // The next use of the button tries again.
      if (isMounted.current) setTrigger(undefined);
    }
  }, []);

  useEffect(() => {
    isMounted.current = true;
    const cancel = whenIdle(load);
    return () => {
      isMounted.current = false;
      cancel();
    };
  }, [load]);

  if (arrival) return <arrival.DropdownMenu {...props} trigger={trigger} takesFocus={arrival.hasFocus} />;

  const openBy = (by: MenuTrigger) => {
    setTrigger(by);
    void load();
  };
  const press = (event: PointerEvent) => {
    if (event.button === 0) openBy('pointer');
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openBy('keyboard');
  };

  return (
    <div className="portico-topbar-menu">
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
        onClick={() => openBy(trigger ?? 'keyboard')}
        onKeyDown={pressKey}
      >
        {props.button}
      </button>
    </div>
  );
}
