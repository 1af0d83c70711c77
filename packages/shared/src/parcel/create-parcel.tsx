import { CrashBoundary } from '@portico/module-kit/mounting';
import { Provider } from 'jotai';
import React, { type ComponentType } from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { store } from '../store';
import { adoptStyles } from './adopt-styles';
import type { LazyPart } from './lazy-part';

/** A parcel inside of another one: single-spa's, as much of it as is used. */
export interface MountedParcel {
  readonly mountPromise: Promise<unknown>;
  unmount(): Promise<unknown>;
}

/**
 * Mounts a parcel into an element, by single-spa.
 * @param load its lifecycles, such as an import by its name
 */
export type MountParcel = (
  load: () => Promise<ReturnType<typeof createParcel>>,
  props: ParcelProps & { readonly domElement: HTMLElement },
) => MountedParcel;

/** What the module host gives to every parcel of the shell. */
export interface ParcelProps {
  /** The screen of the route table that this parcel is mounted for. */
  readonly screen: string;
  /** Hands a crash to the host, which shows it in the parcel's place. */
  readonly onCrash: (error: unknown) => void;
  /** For a parcel that has others inside. */
  readonly mountParcel: MountParcel;
}

/** What a parcel needs before it is mounted. */
export interface ParcelNeeds {
  /** Style sheets of the parcel, adopted before its first mount. */
  readonly styles?: readonly CSSStyleSheet[];
  /** Parts of this package that its components get at once. */
  readonly parts?: readonly LazyPart<unknown>[];
}

/** The single-spa lifecycles of a parcel of the shell; its component reads the store of the page. */
export function createParcel(Root: ComponentType<ParcelProps>, { styles = [], parts = [] }: ParcelNeeds = {}) {
  const rootComponent = (props: ParcelProps) => (
    <CrashBoundary onCrash={props.onCrash}>
      <Provider store={store}>
        <Root {...props} />
      </Provider>
    </CrashBoundary>
  );
  const lifecycles = singleSpaReact<ParcelProps>({
    React,
    ReactDOMClient,
    rootComponent,
    // The boundary above stands inside; single-spa-react finishes its unmount only where one exists.
    errorBoundary: () => <></>,
  });
  return {
    bootstrap: lifecycles.bootstrap,
    mount: async (props: Parameters<typeof lifecycles.mount>[0]) => {
      await Promise.all(parts.map((part) => part.load()));
      adoptStyles(...styles);
      return lifecycles.mount(props);
    },
    unmount: lifecycles.unmount,
  };
}
