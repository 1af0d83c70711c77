import React, { type ComponentType } from 'react';
import ReactDOMClient from 'react-dom/client';
import { navigateToUrl } from 'single-spa';
import singleSpaReact from 'single-spa-react';
import type { TeamModuleProps } from '../parts/team-module';

/** Returns the lifecycles of a component that renders into an element of the page. */
export function createApplication(Component: ComponentType<TeamModuleProps>, elementId: string) {
  return singleSpaReact({
    React,
    ReactDOMClient,
    rootComponent: () => <Component navigate={navigateToUrl} />,
    errorBoundary: () => <p>It failed.</p>,
    domElementGetter: () => {
      const element = document.getElementById(elementId);
      if (!element) throw new Error(`The page has no #${elementId}.`);
      return element;
    },
  });
}
