import { modulePrefix, readPage, report } from '@portico/shared';
import { getAppNames, registerApplication } from 'single-spa';
import { noteMount, watchForLeaks } from '../leaks/leaks';
import { forgetContainerOf } from '../module-host/container';
import { DocumentTraces } from '../module-host/document-traces';
import { HostedApplication } from '../module-host/hosted-application';
import { mountOfModule } from '../module-host/mount-of-module';
import { createPortalApi } from '../module-host/portal-api';
import { showFailure } from '../module-host/show-failure';
import { settledRouteAt } from '../routing/current-route';
import { createModuleTrial } from '../trials/module-trial';
import { nameOfModule } from './name-of-module';

/**
 * Registers the module of a key, unless it is registered. Called for what this user can reach alone, because single-spa
 * evaluates every application again at every registration (design, section 3).
 */
export function registerModuleApplication(key: string, container: HTMLElement): void {
  const name = modulePrefix + key;
  if (getAppNames().includes(name)) return;
  const timeout = readPage().configuration.moduleTimeout;
  const application = new HostedApplication({
    name,
    container,
    timeout,
    traces: new DocumentTraces(),
    trial: createModuleTrial(name),
    forget: () => forgetContainerOf(key),
    mountableOf: async (exports) => {
      await watchForLeaks();
      return mountOfModule(key, exports);
    },
    createProps: (element, onCrash) => {
      const { portal, release } = createPortalApi((error) => report({ kind: 'reported', source: name, error }));
      const noteUnmount = noteMount(name);
      return {
        props: { key, basePath: `/${key}`, element, portal, onCrash },
        release: () => {
          release();
          noteUnmount();
        },
      };
    },
    showFailure: (place, failure, onRetry) =>
      showFailure(place, {
        source: name,
        name: nameOfModule(key),
        failure,
        timeoutSeconds: timeout / 1000,
        onRetry,
      }),
    report: (kind, error) => report({ kind, source: name, error }),
  });
  registerApplication({
    name,
    app: async () => application.lifecycles,
    activeWhen: (location) => {
      const { route } = settledRouteAt(location);
      return route.kind === 'module' && route.key === key;
    },
  });
}
