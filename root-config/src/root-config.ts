import {
  adoptStyles,
  ConfigurationError,
  currentTenant,
  readPage,
  restoreSession,
  restoreSettings,
  tenantKey,
} from '@portico/shared';
import { uiStyles } from '@portico/ui';
import { start } from 'single-spa';
import { registerParcelApplications } from './applications/parcel-applications';
import { applyAccent } from './page/apply-accent';
import { region } from './page/region';
import { showFault } from './page/show-fault';
import { followModuleNavigation } from './routing/module-navigation';
import { startRouter } from './routing/router';

/** Boots the page; reads from top to bottom as the boot order (design, section 4). */
async function boot(): Promise<void> {
  readPage();
  const tenant = currentTenant();
  if (!tenant)
    throw new ConfigurationError(
      `Nenhum portal em "${location.host}". No portal at this address (tenant "${tenantKey()}").`,
    );
  applyAccent(tenant.accent);
  adoptStyles(...uiStyles);

  const restored = restoreSession();
  await restoreSettings();
  const regions = { topbar: region('portico-topbar'), content: region('portico-content') };
  registerParcelApplications({ 'portico-topbar': regions.topbar, 'portico-content': regions.content });
  followModuleNavigation();
  startRouter(regions);
  start();
  window.porticoStarted = true;
  await restored;
}

boot().catch((error: unknown) => {
  console.error('[portico]', error);
  showFault(error instanceof Error ? error.message : String(error));
});
