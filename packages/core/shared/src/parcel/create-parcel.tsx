import React, { type ComponentType, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import singleSpaReact from 'single-spa-react';

/** The props that every parcel of the shell gets. */
export interface ParcelProps {
  /** The row of the table of screens that this parcel is mounted for. */
  readonly screen: string;
  /** Reports a crash to the host, which shows a failure in place of the parcel. */
  readonly onCrash: (error: unknown) => void;
}

/** The props with which the host mounts a parcel. Server-rendered content of the element is hydrated. */
interface MountProps extends ParcelProps {
  readonly element: HTMLElement;
}

/** The props of single-spa that a parcel of the shell does not use: `mountModuleParcel` mounts those of modules. */
const unused = {
  singleSpa: undefined,
  mountParcel(): never {
    throw new Error('The parcels of the shell mount those of modules by mountModuleParcel.');
  },
};

/**
 * The single-spa lifecycles of a parcel of the shell, by single-spa-react. `mount` does nothing for an element that is
 * no longer in the document.
 * @param options.styles adopted before the first mount
 */
export function createParcel(
  Root: ComponentType<ParcelProps>,
  { styles = [] }: { readonly styles?: readonly CSSStyleSheet[] } = {},
) {
  let renderType: 'createRoot' | 'hydrateRoot' = 'createRoot';
  const lifecycles = singleSpaReact<MountProps>({
    React,
    ReactDOMClient: { createRoot, hydrateRoot },
    rootComponent: ({ screen, onCrash }) => <Root screen={screen} onCrash={onCrash} />,
    errorBoundary: (error, _info, { onCrash }) => <Crash error={error} onCrash={onCrash} />,
    domElementGetter: ({ element }) => element,
    renderType: () => renderType,
    parcelCanUpdate: false,
  });
  // single-spa-react keeps roots by name, over all parcels: the names of screens and regions are unique.
  const addName = (props: MountProps) => ({ ...props, ...unused, name: props.screen });
  const mounted = new Set<HTMLElement>();
  return {
    bootstrap: async () => {},
    mount: async (props: MountProps) => {
      const { element } = props;
      // The user may have left meanwhile, and code of the parcel expects to be in the document.
      if (!element.isConnected) return;
      adoptStyles(...styles);
      mounted.add(element);
      renderType = element.hasChildNodes() ? 'hydrateRoot' : 'createRoot';
      // Synchronously, because React would draw in a later task: one frame without the content, and one with it.
      await flushSync(() => lifecycles.mount(addName(props)));
    },
    unmount: async (props: MountProps) => {
      if (mounted.delete(props.element)) await lifecycles.unmount(addName(props));
    },
  };
}

/** Renders nothing in place of a parcel that crashed, and reports it. */
function Crash({ error, onCrash }: Pick<ParcelProps, 'onCrash'> & { readonly error: unknown }) {
  useEffect(() => onCrash(error), [error, onCrash]);
  return null;
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
