import { announceAddress, appsAtom, currentAppKeyAtom, localeAtom, sessionAtom, store } from '@portico/shared';
import { triggerAppChange } from 'single-spa';
import { registerModuleApplication } from '../applications/module-applications';
import { announceScreen } from './announce-screen';
import { settledRouteAt } from './current-route';
import { type Regions, showFrame } from './frame';
import { wasFollowed } from './module-navigation';

/** Keeps address, session and screen together: follows redirects, registers what the user can reach, updates the frame. */
export function startRouter(regions: Regions): void {
  const settle = () => {
    const { route, redirectedTo } = settledRouteAt(new URL(location.href));
    if (redirectedTo !== undefined) history.replaceState({}, '', redirectedTo);
    announceAddress({ isEcho: wasFollowed() });
    if (route.kind === 'module') {
      registerModuleApplication(route.key, regions.content);
      if (store.get(appsAtom).some(({ module }) => module === route.key)) store.set(currentAppKeyAtom, route.key);
    }
    showFrame(regions, route);
    announceScreen(regions.content, route);
  };

  window.addEventListener('single-spa:before-routing-event', settle);
  const onSessionChange = () => {
    for (const { module } of store.get(appsAtom)) registerModuleApplication(module, regions.content);
    settle();
    void triggerAppChange();
  };
  store.sub(sessionAtom, onSessionChange);
  store.sub(appsAtom, onSessionChange);
  store.sub(localeAtom, settle);
  onSessionChange();
}
