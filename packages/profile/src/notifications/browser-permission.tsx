import { type TextKey, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useRef } from 'react';
import { type BrowserPermissionState, useBrowserPermission } from './use-browser-permission';

const texts: Record<BrowserPermissionState, TextKey> = {
  granted: 'profile.permission_granted',
  default: 'profile.permission_default',
  denied: 'profile.permission_denied',
  unsupported: 'profile.permission_unsupported',
  uninstalled: 'profile.permission_uninstalled',
};

/** Whether this browser may show notifications, and what to do about it. */
export function BrowserPermission() {
  const { t } = useTranslation();
  const { state, ask } = useBrowserPermission();
  const heading = useRef<HTMLHeadingElement>(null);

  const askAndGoOn = async () => {
    await ask();
    // The button is gone once there is an answer.
    heading.current?.focus();
  };

  return (
    <div className="portico-profile-block portico-profile-stack">
      <div>
        <h3 className="portico-ui-heading portico-profile-subheading" ref={heading} tabIndex={-1}>
          {t('profile.this_browser')}
        </h3>
        <p className="portico-profile-lead" role="status">
          {t(texts[state])}
        </p>
      </div>
      {state === 'default' && (
        <Button variant="quiet" onClick={askAndGoOn}>
          {t('profile.permission_ask')}
        </Button>
      )}
    </div>
  );
}
