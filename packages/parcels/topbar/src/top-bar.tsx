import {
  appsAtom,
  currentAppAtom,
  currentTenant,
  isSignedInAtom,
  Link,
  setTheme,
  themeAtom,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogo, IconButton, TenantLogo } from '@portico/ui';
import type { MouseEvent } from 'react';
import { AppSwitcher } from './app-switcher';
import { BellSlot } from './bell-slot';
import { LateControls } from './late-controls';
import { SessionCorner } from './session-corner';

const contentId = 'portico-content';

/** The bar above every screen of the layout. */
export function TopBar() {
  const { t } = useTranslation();
  const apps = useAtomValue(appsAtom);
  const isSignedIn = useAtomValue(isSignedInAtom);
  return (
    <header className="portico-topbar">
      <a className="portico-topbar-skip" href={`#${contentId}`} onClick={skipToContent}>
        {t('skip_to_content')}
      </a>
      {apps.length > 1 && <AppSwitcher apps={apps} />}
      <CurrentPlace />
      <div className="portico-topbar-end">
        {isSignedIn && <LateControls />}
        <ThemeToggle />
        {isSignedIn && <BellSlot />}
        <SessionCorner />
      </div>
    </header>
  );
}

/** Only moves the focus: a fragment in the address would be a navigation. */
function skipToContent(event: MouseEvent): void {
  const content = document.getElementById(contentId);
  if (!content) return;
  event.preventDefault();
  content.focus();
  content.scrollIntoView?.();
}

/** The application on screen, or the tenant while there is none; leads home. */
function CurrentPlace() {
  const { t } = useTranslation();
  const app = useAtomValue(currentAppAtom);
  const tenant = currentTenant();
  const target = useAtomValue(isSignedInAtom) ? 'home.title' : 'login';
  return (
    <Link className="portico-topbar-place" href="/" title={t(target)}>
      {app ? (
        <AppLogo module={app.module} name={app.name} logo={app.logo} />
      ) : (
        <>
          {tenant && <TenantLogo name={tenant.name} logo={tenant.logo} />}
          <bdi className="portico-topbar-name">{tenant?.name ?? location.hostname}</bdi>
        </>
      )}
    </Link>
  );
}

/** Named for the theme it switches to. */
function ThemeToggle() {
  const { t } = useTranslation();
  const other = useAtomValue(themeAtom) === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      icon={other === 'dark' ? 'moon' : 'sun'}
      label={t(other === 'dark' ? 'theme.dark' : 'theme.light')}
      onClick={() => setTheme(other)}
    />
  );
}
