import { type App, appsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { AppLogoMini } from '@portico/ui';
import { Switch } from '../choice/switch';
import { ActionFailure } from '../form/action-failure';
import { Fetched, Placeholder } from '../section/fetched';
import { BrowserPermission } from './browser-permission';
import { useNotificationPreferences, useSavePreference } from './notification-preferences';

export function NotificationsSection() {
  const { t } = useTranslation();
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

/** Switches the notifications of an application on and off. */
function ModuleSwitch({ app: { module, name, logo }, isEnabled }: { readonly app: App; readonly isEnabled: boolean }) {
  const { save, isPending, error } = useSavePreference(module);
  return (
    <li>
      <Switch checked={isEnabled} aria-busy={isPending || undefined} onChange={({ target }) => save(target.checked)}>
        <AppLogoMini module={module} name={name} logo={logo} />
        {name}
      </Switch>
      <ActionFailure error={error} fallback="profile.preference_failed" />
    </li>
  );
}
