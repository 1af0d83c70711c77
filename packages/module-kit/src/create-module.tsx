import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';
import { mountRoot } from './mounting/mount-root';
import { PortalContext } from './portal-context';

/** What the component of a module gets: everything but `key`, which React keeps to itself. */
export type ModuleComponentProps = Omit<ModuleProps, 'key'>;

export interface ModuleOptions {
  /** Constructed style sheets, which are on the document while the module is. */
  readonly styleSheets?: readonly CSSStyleSheet[];
}

/** The lifecycles of single-spa, which a module of any form may export. */
export interface ModuleLifecycles {
  readonly bootstrap: () => Promise<void>;
  /** Resolves once the component is on screen; rejects if it throws before. */
  readonly mount: (props: MountProps) => Promise<void>;
  /** Leaves nothing behind; without effect where nothing is mounted. */
  readonly unmount: (props: Pick<ModuleProps, 'element'>) => Promise<void>;
}

interface MountProps extends ModuleProps {
  /** The portal gives it beside the contract: a crash is reported, and its panel stands in the module's place. */
  readonly onCrash?: (error: unknown) => void;
}

/**
 * Makes a React component a module, in any of the three forms:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * It may be mounted again and again, each time afresh. An error that no boundary of the module catches ends this mount
 * and is reported to the portal.
 */
export function createModule(
  Component: ComponentType<ModuleComponentProps>,
  { styleSheets = [] }: ModuleOptions = {},
): ModuleLifecycles {
  /** What ends a mount, by its element. */
  const mounted = new Map<HTMLElement, () => void>();
  return {
    bootstrap: async () => {},
    async mount({ basePath, element, portal, onCrash = (error) => portal.report(error) }: MountProps) {
      const removeSheets = adoptSheets(styleSheets);
      const content = (
        <PortalContext value={portal}>
          <Component basePath={basePath} element={element} portal={portal} />
        </PortalContext>
      );
      try {
        const unmountRoot = await mountRoot(element, content, onCrash);
        mounted.set(element, () => {
          unmountRoot();
          removeSheets();
        });
      } catch (error) {
        removeSheets();
        throw error;
      }
    },
    async unmount({ element }) {
      const end = mounted.get(element);
      mounted.delete(element);
      end?.();
    },
  };
}

function adoptSheets(sheets: readonly CSSStyleSheet[]): () => void {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}
