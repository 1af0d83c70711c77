import { accountPart, appsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { Fetched } from '../section/fetched';
import { Placeholder } from '../section/placeholder';
import { BrowserPermission } from './browser-permission';
import { ModuleSwitch } from './module-switch';

export function NotificationsSection() {
  const { t } = useTranslation();
  const { useNotificationPreferences } = accountPart.get();
  const apps = useAtomValue(appsAtom);
  return (
    <>
      <BrowserPermission />
      <p className="portico-profile-lead portico-profile-intro">{t('profile.modules_text')}</p>
      <Fetched query={useNotificationPreferences()} placeholder={<Placeholder kind="row" count={apps.length} />}>
        {(preferences) => (
          <ul className="portico-profile-block portico-profile-rows">
            {apps.map((app) => (
              <ModuleSwitch
                key={app.module}
                app={app}
                isEnabled={preferences.find(({ module }) => module === app.module)?.enabled ?? true}
              />
            ))}
          </ul>
        )}
      </Fetched>
    </>
  );
}
