import type { ModuleProps } from '@portico/contract';
import type { ComponentType } from 'react';
import { mountRoot } from './mounting/mount-root';
import { PortalContext } from './portal-context';

/** The props of a module's component: all of `ModuleProps` except `key`, which React reserves. */
export type ModuleComponentProps = Omit<ModuleProps, 'key'>;

export interface ModuleOptions {
  /** Constructed style sheets; they are on the document while the module is mounted. */
  readonly styleSheets?: readonly CSSStyleSheet[];
}

/** The single-spa lifecycles; a module of any form may export them. */
export interface ModuleLifecycles {
  readonly bootstrap: () => Promise<void>;
  /** Resolves once the component is on screen; rejects if it throws before. */
  readonly mount: (props: MountProps) => Promise<void>;
  /** Removes everything; does nothing when nothing is mounted. */
  readonly unmount: (props: Pick<ModuleProps, 'element'>) => Promise<void>;
}

interface MountProps extends ModuleProps {
  /** Given by the portal: it reports the crash and shows the failure panel in the module's place. */
  readonly onCrash?: (error: unknown) => void;
}

/**
 * Makes a module from a React component, for any of the three module forms:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time with fresh state. An error that no boundary of the module catches ends
 * the mount and is reported to the portal.
 */
export function createModule(
  Component: ComponentType<ModuleComponentProps>,
  { styleSheets = [] }: ModuleOptions = {},
): ModuleLifecycles {
  /** The clean-up of each mount, by element. */
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
