import type { ModuleProps } from '@portico/contract';

/** The options of a module. */
export interface ModuleOptions {
  /** Constructed style sheets, or their text. They are on the document while the module is mounted. */
  readonly styleSheets?: readonly (CSSStyleSheet | string)[];
}

/** The single-spa lifecycles; a module of any form may export them. */
export interface ModuleLifecycles {
  readonly bootstrap: () => Promise<void>;
  /** Resolves once the component is on screen; rejects if it throws before. */
  readonly mount: (props: MountProps) => Promise<void>;
  /** Removes everything; does nothing when nothing is mounted. */
  readonly unmount: (props: Pick<ModuleProps, 'element'>) => Promise<void>;
}

/** The props of a mount: those of a module, and those that the portal adds. */
export interface MountProps extends ModuleProps {
  /** The portal reports the crash and shows the failure panel in the module's place. */
  readonly onCrash?: (error: unknown) => void;
}

/** Creates lifecycles for many mounts, each with fresh state; `show` resolves to a function that ends one. */
export function createLifecycles(
  show: (props: MountProps) => Promise<() => unknown>,
  { styleSheets = [] }: ModuleOptions,
): ModuleLifecycles {
  const sheets = styleSheets.map(toSheet);
  /** The function that ends each mount, by element. */
  const mounted = new Map<HTMLElement, () => unknown>();
  return {
    bootstrap: async () => {},
    async mount(props) {
      const removeSheets = adoptSheets(sheets);
      try {
        const end = await show(props);
        mounted.set(props.element, async () => {
          try {
            await end();
          } finally {
            removeSheets();
          }
        });
      } catch (error) {
        removeSheets();
        throw error;
      }
    },
    async unmount({ element }) {
      const end = mounted.get(element);
      mounted.delete(element);
      await end?.();
    },
  };
}

function toSheet(style: CSSStyleSheet | string): CSSStyleSheet {
  if (typeof style !== 'string') return style;
  const sheet = new CSSStyleSheet();
  // jsdom has no `replaceSync`.
  sheet.replaceSync?.(style);
  return sheet;
}

function adoptSheets(sheets: readonly CSSStyleSheet[]): () => void {
  // Every assignment makes Chromium match all rules of the page again.
  if (sheets.length === 0) return () => {};
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  return () => {
    const adopted = [...document.adoptedStyleSheets];
    // Remove each sheet once: another mount may still need it.
    for (const sheet of sheets) {
      const place = adopted.indexOf(sheet);
      if (place >= 0) adopted.splice(place, 1);
    }
    document.adoptedStyleSheets = adopted;
  };
}
