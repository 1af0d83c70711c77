import { i18n, restoreSession } from '@portico/shared';
import { createLoader } from '../module-host/create-loader';
import { showView } from '../module-host/show-view';
import type { ScreenRoute } from './resolve-route';

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

  // What the page host rendered, if the session is another one by now.
  if (screen === 'restoring' || route.layout !== 'shell') topbar.querySelector(':scope > [data-rendered]')?.remove();
  content.querySelector(`:scope > [data-rendered]:not([data-rendered="${screen}"])`)?.remove();
  const loader = content.querySelector(':scope > .portico-loader');
  if (screen !== 'restoring' && route.kind !== 'unknown-module') loader?.remove();
  else if (!loader) content.append(createLoader());
}

/** Shows in the content area that the server did not answer at start; returns a function that removes the panel. */
export function showUnreachable(content: HTMLElement): () => void {
  const retry = () => {
    // The button disappears; the focus waits at the content.
    content.focus({ preventScroll: true });
    void restoreSession();
  };
  const title = 'failure.cannot_reach_title';
  const text = 'failure.cannot_reach_text';
  const view = showView(content, {
    title: i18n.t(title),
    text: i18n.t(text),
    isFocusLost: true,
    onRetry: retry,
  });
  view.render(({ ShellFailureView }, arrival) => (
    <ShellFailureView title={title} text={text} isWholeContent arrival={arrival} onRetry={retry} />
  ));
  return view.end;
}
