import { type FailedName, i18n, type ModuleFailureKind, type OverrideFailure, type TextKey } from '@portico/shared';
import type { FailureViewProps } from './failure-view';
import { showView } from './show-view';

// Their *Try again* button had the focus, which went with it.
const retriedPlaces = new WeakSet<HTMLElement>();

const titles: Partial<Record<ModuleFailureKind, TextKey>> = {
  'not-installed': 'failure.not_installed',
  crash: 'failure.crashed',
};

interface ShownFailure extends Pick<FailureViewProps, 'name' | 'failure' | 'timeoutSeconds'> {
  /** The name in the import map. */
  readonly source: string;
  /** Whether a part of the shell failed, not the module of a team. */
  readonly isOfShell?: boolean;
  /** Whether the place has room for one line. */
  readonly isBar?: boolean | undefined;
  /** @param reloadsFiles whether to load the files again, even if they had loaded before a crash */
  readonly onRetry: (reloadsFiles?: boolean) => void;
  /** Returns what a developer is told about the failure in addition. */
  readonly explain?: (failed: FailedName) => Promise<OverrideFailure | undefined>;
}

/**
 * Shows a failure panel in the place of a module; returns a function that removes it. A module that did not load is
 * retried once the browser is online again.
 */
export function showFailure(
  place: HTMLElement,
  { isOfShell = false, isBar = false, source, onRetry, explain, ...props }: ShownFailure,
): () => Promise<void> {
  const hasCrashed = props.failure.kind === 'crash';
  const title = titles[props.failure.kind] ?? 'failure.not_loaded';
  const retry = (reloadsFiles = false) => {
    retriedPlaces.add(place);
    // The button disappears; the focus waits at the content.
    place.closest('main')?.focus({ preventScroll: true });
    onRetry(reloadsFiles);
  };
  const retryOnline = () => {
    if (place.contains(document.activeElement)) retry();
    else onRetry();
  };
  place.replaceChildren();
  const view = showView(place, {
    title: i18n.t(title, { name: props.name }),
    isFocusLost: retriedPlaces.has(place) || hasCrashed,
    onRetry: () => retry(),
  });
  const render = (override?: OverrideFailure) =>
    view.render(({ BarFailureView, FailureView, ShellFailureView }, arrival) => {
      const ShellView = isBar ? BarFailureView : ShellFailureView;
      const View = isBar || (isOfShell && !hasCrashed && !override) ? ShellView : FailureView;
      return (
        <View
          {...props}
          title={title}
          override={override}
          isWholeContent={place.closest('main') !== null}
          arrival={arrival}
          onRetry={() => retry()}
        />
      );
    });
  render();
  let isShown = true;
  void explain?.({ name: source, kind: props.failure.kind, retry: () => retry(true) }).then((override) => {
    if (override && isShown) render(override);
  });
  if (!hasCrashed) window.addEventListener('online', retryOnline, { once: true });
  return async () => {
    isShown = false;
    window.removeEventListener('online', retryOnline);
    view.end();
  };
}
