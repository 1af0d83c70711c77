import type { ModuleProps } from '@portico/contract';
import { type App, type Component, createApp, h } from 'vue';
import { createLifecycles, type ModuleLifecycles, type ModuleOptions as StyleOptions } from '../lifecycles';
import { whileConnected } from '../mounting/while-connected';
import { portalKey } from './use-portal';

/** The props of a module's component; declare those that it uses. */
export type ModuleComponentProps = Pick<ModuleProps, 'basePath' | 'portal'>;

/** What a Vue module adds to its component. */
export interface ModuleOptions extends StyleOptions {
  /** Prepares the application of each mount before it is on screen: plugins, a router for `props.basePath`. */
  readonly setup?: (app: App, props: ModuleProps) => void | Promise<void>;
}

/**
 * Makes a module from a Vue component, for any form of module:
 * `export const { bootstrap, mount, unmount } = createModule(App);`
 *
 * The module can be mounted many times, each time as a new application. An error before it is on screen fails the
 * mount; a later one that no handler of the module catches is reported to the portal.
 */
export function createModule(root: Component, { setup, ...options }: ModuleOptions = {}): ModuleLifecycles {
  return createLifecycles(async (props) => {
    const { basePath, element, portal } = props;
    const errors: unknown[] = [];
    let isOnScreen = false;
    let isEnding = false;
    const app = createApp(() => (isEnding ? undefined : h(root, { basePath, portal })));
    // Mounted without the component, because only an application that was mounted ends: a router gives up its
    // navigation and its listeners.
    const endUnseen = () => {
      isEnding = true;
      app.mount(element);
      app.unmount();
    };
    app.provide(portalKey, portal);
    // Without it, Vue logs an error of the first render and shows an empty element.
    app.config.errorHandler = (error) => (isOnScreen ? portal.report(error) : errors.push(error));
    const preparing = (async () => setup?.(app, props))();
    const mayGoOn = await whileConnected(element, preparing).catch((error: unknown) => {
      endUnseen();
      throw error;
    });
    if (!mayGoOn) {
      preparing.catch(() => undefined);
      endUnseen();
      return () => undefined;
    }
    app.mount(element);
    if (errors.length > 0) {
      app.unmount();
      throw errors[0];
    }
    isOnScreen = true;
    return () => app.unmount();
  }, options);
}
