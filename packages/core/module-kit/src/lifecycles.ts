import type { GivenProps, ModuleProps } from '@portico/contract';

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
  /** Shows a parcel with the props that it is given now. */
  readonly update: (props: MountProps) => Promise<void>;
  /** Removes everything; does nothing when nothing is mounted. */
  readonly unmount: (props: Pick<ModuleProps, 'element'>) => Promise<void>;
}

/** The props of a mount: those of a module, and those that the portal adds. */
export interface MountProps extends ModuleProps {
  /** The portal reports the crash and shows the failure panel in the module's place. */
  readonly onCrash?: (error: unknown) => void;
  /** For single-spa's adapters. */
  readonly name?: string;
  readonly domElement?: HTMLElement;
}

/** Content that a framework has put on screen. */
interface Shown {
  readonly end: () => unknown;
  readonly update: (props: MountProps) => unknown;
}

/** Returns the props that the user of a parcel gives it; none for a module. */
export function getGivenProps(props: MountProps): GivenProps {
  const { key, basePath, element, portal, onCrash, name, domElement, ...given } = props;
  return given;
}

/** Creates lifecycles for many mounts, each with fresh state; `show` resolves once one is on screen. */
export function createLifecycles(
  show: (props: MountProps) => Promise<Shown>,
  { styleSheets = [] }: ModuleOptions,
): ModuleLifecycles {
  const sheets = styleSheets.map(toSheet);
  const mounted = new Map<HTMLElement, Shown>();
  return {
    bootstrap: async () => {},
    async mount(props) {
      const removeSheets = adoptSheets(sheets);
      try {
        const { end, update } = await show(props);
        mounted.set(props.element, {
          update,
          end: async () => {
            try {
              await end();
            } finally {
              removeSheets();
            }
          },
        });
      } catch (error) {
        removeSheets();
        throw error;
      }
    },
    async update(props) {
      await mounted.get(props.element)?.update(props);
    },
    async unmount({ element }) {
      const shown = mounted.get(element);
      mounted.delete(element);
      await shown?.end();
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
