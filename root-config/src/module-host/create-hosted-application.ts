import { type FailedName, type OverrideFailure, readPage, report } from '@portico/shared';
import { HostedApplication, type HostedApplicationOptions, type HostProps } from './hosted-application';
import { createPortalApi } from './portal-api';
import { showFailure } from './show-failure';

interface ApplicationOptions
  extends Pick<
    HostedApplicationOptions,
    'name' | 'container' | 'findMount' | 'loadStyles' | 'forget' | 'traces' | 'importMapHooks' | 'onShow'
  > {
  /** What the failure panel calls the application. */
  readonly getTitle: () => string;
  /** Whether it is a part of the shell, not the module of a team. */
  readonly isOfShell: boolean;
  /** Whether its place has room for one line. */
  readonly isBar?: boolean;
  readonly props: Omit<HostProps, 'element' | 'portal' | 'onCrash'>;
  /** Runs before each mount; returns a function that runs after the unmount. */
  readonly watchMount?: () => (() => void) | undefined;
  /** Returns what a developer is told about a failure in addition. */
  readonly explain: (failed: FailedName) => Promise<OverrideFailure | undefined>;
  /** Replaces the failure panel; returns a function that runs when the failure is over. */
  readonly announceFailure?: (onRetry: () => Promise<void>) => () => Promise<void>;
}

/** Creates an application that gets the portal's API, shows its failures in its place and reports them. */
export function createHostedApplication(options: ApplicationOptions): HostedApplication {
  const { getTitle, isOfShell, isBar, props, watchMount, explain, announceFailure, ...hosted } = options;
  const source = options.name;
  const timeout = readPage().configuration.moduleTimeout;
  return new HostedApplication({
    ...hosted,
    timeout,
    createProps(element, onCrash) {
      const { portal, release: releasePortal } = createPortalApi((error) =>
        report({ kind: 'reported', source, error }),
      );
      const endWatch = watchMount?.();
      return {
        props: { ...props, element, portal, onCrash },
        releasePortal,
        release: () => {
          releasePortal();
          endWatch?.();
        },
      };
    },
    showFailure: (place, failure, onRetry) =>
      announceFailure?.(onRetry) ??
      showFailure(place, {
        source,
        name: getTitle(),
        failure,
        timeoutSeconds: timeout / 1000,
        isOfShell,
        isBar,
        onRetry,
        explain,
      }),
    report: (kind, error) => report({ kind, source, error }),
  });
}
