import { readPage, report } from '@portico/shared';
import { HostedApplication, type HostedApplicationOptions, type HostProps } from './hosted-application';
import { createPortalApi } from './portal-api';

interface ApplicationOptions extends Omit<HostedApplicationOptions, 'timeout' | 'createProps' | 'report'> {
  readonly props: Omit<HostProps, 'element' | 'portal' | 'onCrash'>;
  /** Runs before each mount; returns a function that runs after the unmount. */
  readonly watchMount?: () => (() => void) | undefined;
}

/** Creates an application that gets the portal's API, and reports its failures. */
export function createHostedApplication({ props, watchMount, ...options }: ApplicationOptions): HostedApplication {
  const { name: source } = options;
  return new HostedApplication({
    ...options,
    timeout: readPage().configuration.moduleTimeout,
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
    report: (kind, error) => report({ kind, source, error }),
  });
}
