import { restoreSession } from '@portico/shared';
import { createLoader } from '../module-host/create-loader';
import { showView } from '../module-host/show-view';
import type { ScreenRoute } from './resolve-route';
import { ShellPanel } from './shell-failure-views';

/** The regions of the page that the route decides about. */
export interface Regions {
  readonly topbar: HTMLElement;
  readonly content: HTMLElement;
}

let hideUnreachable: (() => void) | undefined;

/** Shows what the shell draws itself: the strip of the top bar, the loader while restoring, the unreachable portal. */
export function showFrame({ topbar, content }: Regions, route: ScreenRoute): void {
  topbar.classList.toggle('portico-strip', route.layout === 'shell');
  const screen = route.kind === 'screen' ? route.screen : undefined;

  if (screen !== 'unreachable') {
    hideUnreachable?.();
    hideUnreachable = undefined;
  } else hideUnreachable ??= showUnreachable(content);

  // The server rendered them for another session.
  if (screen === 'restoring' || route.layout !== 'shell') topbar.querySelector(':scope > [data-rendered]')?.remove();
  content.querySelector(`:scope > [data-rendered]:not([data-rendered="${screen}"])`)?.remove();
  const loader = content.querySelector(':scope > .portico-loader');
  if (screen !== 'restoring' && route.kind !== 'unknown-module') loader?.remove();
  else if (!loader) content.append(createLoader());
}

/** Shows in the content area that the server did not answer at start; returns a function that removes the panel. */
export function showUnreachable(content: HTMLElement): () => void {
  const retry = () => {
    // Focus the content, because the button disappears.
    content.focus({ preventScroll: true });
    void restoreSession();
  };
  const view = showView(content, true);
  view.render((arrival) => (
    <ShellPanel
      title="failure.cannot_reach_title"
      text="failure.cannot_reach_text"
      isWholeContent
      arrival={arrival}
      onRetry={retry}
    />
  ));
  return view.end;
}
