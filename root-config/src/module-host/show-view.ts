import { i18n, isOfflineAtom, report, store } from '@portico/shared';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { createLoader, slowAfter } from './create-loader';
import { ModuleImport } from './module-import';
import { waitAtMost } from './with-timeout';

/**
 * The file of the components, which also has the views of failures: a page without a failure shows a module before it
 * loads.
 */
const source = '@portico/ui';
// Never forgotten: a page has one copy, whoever loads it.
const ui = new ModuleImport(source);
let isReported = false;

/** How assistive technology notices a view: `focused` if what had the focus is gone, and the user has not moved on. */
type Arrival = 'announced' | 'focused';

interface ViewOptions {
  /** Whether what had the focus was removed. */
  readonly isFocusLost?: boolean;
  /** For while the file has not loaded. */
  readonly title: string;
  readonly text?: string;
  readonly onRetry: () => void;
}

interface View {
  /** Renders it once its file has loaded, and again with other props. */
  readonly render: (createView: (views: System.Module, arrival: Arrival) => ReactNode) => void;
  /** Removes it. */
  readonly end: () => void;
}

/**
 * Shows one of the views of failures at the end of a place: a loader until its file has loaded, and a plain line if
 * that fails or takes long.
 */
export function showView(place: HTMLElement, options: ViewOptions): View {
  const frame = document.createElement('div');
  const loader = createLoader();
  const element = document.createElement('div');
  frame.className = 'portico-place';
  frame.append(loader);
  place.append(frame);
  let root: Root | undefined;
  let arrival: Arrival;
  const findArrival = () =>
    frame.contains(document.activeElement) || (options.isFocusLost && isFocusFree(place)) ? 'focused' : 'announced';
  const render: View['render'] = async (createView) => {
    const loading = loadUi();
    if (!(await waitAtMost(loading, slowAfter)) && loader.isConnected) showPlainLine(loader, findArrival(), options);
    const views = await loading;
    if (!views || !frame.isConnected) return;
    if (!root) {
      arrival = findArrival();
      root = createRoot(element);
      frame.replaceChildren(element);
    }
    // In the same frame, so that the place is never empty.
    flushSync(() => root?.render(createView(views, arrival)));
  };
  const end = () => {
    root?.unmount();
    frame.remove();
  };
  return { render, end };
}

async function loadUi(): Promise<System.Module | undefined> {
  try {
    return await ui.load();
  } catch (error) {
    if (!isReported) report({ kind: 'load-error', source, error });
    isReported = true;
    return undefined;
  }
}

/** Whether nothing particular has the focus: only the page, or the content as a whole. */
function isFocusFree(place: HTMLElement): boolean {
  return document.activeElement === null || document.activeElement.contains(place);
}

function showPlainLine(loader: HTMLElement, arrival: Arrival, { title, text, onRetry }: ViewOptions): void {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'portico-ui-link',
    textContent: i18n.t('try_again'),
    onclick: onRetry,
  });
  const line = document.createElement('p');
  const more = store.get(isOfflineAtom) ? i18n.t('offline') : text;
  line.className = 'portico-plain';
  line.tabIndex = -1;
  if (arrival === 'announced') line.role = 'alert';
  line.append(more ? `${title}. ${more} ` : `${title} `, button);
  loader.replaceWith(line);
  if (arrival === 'focused') line.focus();
}
