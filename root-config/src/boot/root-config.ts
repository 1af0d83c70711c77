import {
  adoptStyles,
  ConfigurationError,
  currentTenant,
  followDepartures,
  keepSettingsCurrent,
  provideModuleParcels,
  readPage,
  report,
  restoreSettings,
  startSession,
  whenIdle,
} from '@portico/shared';
import { uiStyles } from '@portico/ui';
import { start } from 'single-spa';
import { followOverrideLinks, resolveEntry } from '../import-map/developer';
import { DeployFollower, requireNativeIntegrity } from '../import-map/follow-deploys';
import { liveImportMap } from '../import-map/live-import-map';
import { loadEsModules } from '../module-host/es-modules';
import { preloadModuleSupport } from '../module-host/load-module-support';
import { getModuleImport } from '../module-host/module-import';
import { reportViolations } from '../module-host/report-violations';
import { reporterName, startReporting } from '../reports/start-reporting';
import { followModuleNavigation } from '../routing/module-navigation';
import { mountParcel } from '../routing/module-parcels';
import { startNavigationGuard } from '../routing/navigation-guard';
import { startOfflineBanner } from '../routing/offline-banner';
import { loadScreen, registerParcelApplications } from '../routing/parcel-applications';
import { patchSingleSpaListeners } from '../routing/patch-single-spa-listeners';
import { startRouter } from '../routing/router';
import { showUnknownTenant } from './show-unknown-tenant';

/** From the page to the running shell, in this order. */
async function boot(): Promise<void> {
  // From now on the shell shows errors itself, and requests files again that do not load.
  window.porticoStarted = true;
  const { supportUrl } = readPage().configuration;
  const regions = { topbar: getRegion('topbar'), content: getRegion('content') };
  adoptStyles(...uiStyles);
  followOverrideLinks();
  const tenant = currentTenant();
  if (!tenant) {
    await restoreSettings();
    return showUnknownTenant(regions.content, supportUrl);
  }

  void startSession();
  reportViolations();
  loadScreen();
  await restoreSettings();
  keepSettingsCurrent();
  startOfflineBanner();
  provideModuleParcels(mountParcel);
  registerParcelApplications(getRegion);
  startNavigationGuard();
  followModuleNavigation();
  startRouter(regions);
  start();
  deploys.start();
  liveImportMap.startLookups();
  preloadModuleSupport();
  whenIdle(registerOfflineWorker);
  patchSingleSpaListeners();
}

const deploys = new DeployFollower();
loadEsModules({ resolveEntry, beforeImport: requireNativeIntegrity });
followDepartures();
const reporterImport = getModuleImport(reporterName);
startReporting({
  loadReporter: async () => {
    const { report } = await reporterImport.load();
    return { report };
  },
  onReport: (report) => deploys.handleError(report),
});
boot().catch((error: unknown) => {
  report({ kind: 'crash', source: '@portico/root-config', error });
  window.porticoShowError?.(
    error instanceof Error ? error.message : String(error),
    error instanceof ConfigurationError,
  );
});

/** The portal works without the service worker, which only shows a page while the network is down. */
function registerOfflineWorker(): void {
  // Absent without TLS; refused by browsers that store nothing.
  navigator.serviceWorker?.register('/offline-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
}

/** The page's element for a region or the content; throws a ConfigurationError when the page host left it out. */
function getRegion(name: string): HTMLElement {
  const element = document.getElementById(`portico-${name}`);
  if (!element) throw new ConfigurationError(`The page has no element "portico-${name}".`);
  return element;
}
