import { createLoader } from '../page/create-loader';
import { showUnreachable } from '../unreachable/show-unreachable';
import type { ScreenRoute } from './current-route';

/** The regions of the page that the route decides about. */
export interface Regions {
  readonly topbar: HTMLElement;
  readonly content: HTMLElement;
}

let hideUnreachable: (() => void) | undefined;

/** What the shell draws itself: the strip of the top bar, the loader while restoring, and that nobody answers. */
export function showFrame({ topbar, content }: Regions, route: ScreenRoute): void {
  topbar.classList.toggle('portico-strip', route.layout === 'shell');
  const screen = route.kind === 'screen' ? route.screen : undefined;

  if (screen !== 'unreachable') {
    hideUnreachable?.();
    hideUnreachable = undefined;
  } else hideUnreachable ??= showUnreachable(content);

  const loader = content.querySelector(':scope > .portico-loader');
  if (screen !== 'restoring') loader?.remove();
  else if (!loader) content.append(createLoader());
}
