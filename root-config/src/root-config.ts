import {
  adoptStyles,
  currentTenant,
  keepSettingsCurrent,
  readPage,
  report,
  restoreSettings,
  startSession,
} from '@portico/shared';
import { uiStyles } from '@portico/ui';
import { start } from 'single-spa';
import { registerParcelApplications } from './applications/parcel-applications';
import { startDeveloper } from './developer/developer';
import { startNavigationGuard } from './navigation-guard/navigation-guard';
import { applyAccent } from './page/apply-accent';
import { region } from './page/region';
import { showFault } from './page/show-fault';
import { startReporting } from './reports/start-reporting';
import { heedListenerOptions } from './routing/heed-listener-options';
import { followModuleNavigation } from './routing/module-navigation';
import { startRouter } from './routing/router';
import { showUnknownTenant } from './unknown-tenant/show-unknown-tenant';
import { startUpdates } from './updates/start-updates';

/** Boots the page; reads from top to bottom as the boot order (design, section 4). */
async function boot(): Promise<void> {
  const { supportUrl } = readPage().configuration;
  const regions = { topbar: region('portico-topbar'), content: region('portico-content') };
  adoptStyles(...uiStyles);
  startDeveloper();
  const tenant = currentTenant();
  if (!tenant) {
    await restoreSettings();
    window.porticoStarted = true;
    return showUnknownTenant(regions.content, supportUrl);
  }
  applyAccent(tenant.accent);

  void startSession();
  await restoreSettings();
  keepSettingsCurrent();
  registerParcelApplications({
    'portico-topbar': regions.topbar,
    'portico-content': regions.content,
    'portico-overlay': region('portico-overlay'),
  });
  startNavigationGuard();
  followModuleNavigation();
  startRouter(regions);
  start();
  startUpdates();
  heedListenerOptions();
  window.porticoStarted = true;
}

startReporting();
boot().catch((error: unknown) => {
  report({ kind: 'crash', source: '@portico/root-config', error });
  showFault(error instanceof Error ? error.message : String(error));
});
