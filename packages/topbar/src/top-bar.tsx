import { appsAtom, type ParcelProps, useAtomValue, useTranslation } from '@portico/shared';
import type { MouseEvent } from 'react';
import { AppSwitcher } from './app-switcher';
import { CurrentPlace } from './current-place';
import { NotificationsSlot } from './notifications-slot';
import { SessionCorner } from './session-corner';
import { ThemeToggle } from './theme-toggle';

const contentId = 'portico-content';

/** The bar above every screen of the layout. */
export function TopBar({ mountParcel }: ParcelProps) {
  const { t } = useTranslation();
  const apps = useAtomValue(appsAtom);
  return (
    <header className="portico-topbar">
      <a className="portico-topbar-skip" href={`#${contentId}`} onClick={skipToContent}>
        {t('skip_to_content')}
      </a>
      {apps.length > 1 && <AppSwitcher apps={apps} />}
      <CurrentPlace />
      <div className="portico-topbar-end">
        <ThemeToggle />
        <NotificationsSlot mountParcel={mountParcel} />
        <SessionCorner mountParcel={mountParcel} />
      </div>
    </header>
  );
}

/** Moves the focus alone: the address is the portal's, and a fragment in it would be a navigation. */
function skipToContent(event: MouseEvent): void {
  const content = document.getElementById(contentId);
  if (!content) return;
  event.preventDefault();
  content.focus();
  content.scrollIntoView?.();
}
