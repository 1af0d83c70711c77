import { CrashBoundary, mountRoot } from '@portico/module-kit/mounting';
import type { ComponentType } from 'react';

/** The props that every parcel of the shell gets. */
export interface ParcelProps {
  /** The row of the table of screens that this parcel is mounted for. */
  readonly screen: string;
  /** Reports a crash to the host, which shows a failure in place of the parcel. */
  readonly onCrash: (error: unknown) => void;
}

interface ParcelOptions {
  /** Style sheets of the parcel, adopted before its first mount. */
  readonly styles?: readonly CSSStyleSheet[];
}

/**
 * The single-spa lifecycles of a parcel of the shell. */
export function createParcel(Root: ComponentType<ParcelProps>, { styles = [] }: ParcelOptions = {}) {
  const Screen = (props: ParcelProps) => (
    <CrashBoundary onCrash={props.onCrash}>
      <Root {...props} />
    </CrashBoundary>
  );
  /** What ends each mount, by element. */
  const mounted = new Map<HTMLElement, () => void>();
  return {
    /** What it mounts: `Root` on the store of the page. */
    Screen,
    bootstrap: async () => {},
    mount: async ({ element, screen, onCrash }: ParcelProps & Place) => {
      adoptStyles(...styles);
      mounted.set(element, await mountRoot(element, <Screen screen={screen} onCrash={onCrash} />, onCrash));
    },
    unmount: async ({ element }: Place) => {
      const unmount = mounted.get(element);
      mounted.delete(element);
      unmount?.();
    },
  };
}

/** Where the host mounts a parcel. The page host may have rendered it there. */
interface Place {
  readonly element: HTMLElement;
}

const adopted = new WeakSet<CSSStyleSheet>();

/** Adopts style sheets of the shell, once each. They stay: no other part of the page uses their classes. */
export function adoptStyles(...sheets: readonly CSSStyleSheet[]): void {
  const added = sheets.filter((sheet) => !adopted.has(sheet));
  for (const sheet of added) adopted.add(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...added];
}

/** Whether the shell adopted a style sheet of the document, not a module. */
export function isShellStyle(sheet: CSSStyleSheet): boolean {
  return adopted.has(sheet);
}
