import { queryClient, useQuery } from '@portico/query';
import { type App, appsAtom, useAtomValue, useTranslation } from '@portico/shared';
import { AppLogoMini, FailureNotice } from '@portico/ui';
import { Fetched, Placeholder } from '../section/fetched';
import { BrowserPermission } from './browser-permission';
import { preferences, useSavePreference } from './notification-preferences';

export function NotificationsSection() {
  const { t } = useTranslation();
  const apps = useAtomValue(appsAtom);
  return (
    <>
      <BrowserPermission />
      <p className="portico-profile-lead portico-profile-intro">{t('profile.modules_text')}</p>
      <Fetched query={useQuery(preferences, queryClient)} placeholder={<Placeholder kind="row" count={apps.length} />}>
        {(list) => (
          <ul className="portico-profile-block portico-profile-rows">
            {apps.map((app) => (
              <ModuleSwitch
                key={app.module}
                app={app}
                isEnabled={list.find(({ module }) => module === app.module)?.enabled ?? true}
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
  const { save, isPending, notice } = useSavePreference(module);
  return (
    <li>
      <label className="portico-profile-choice">
        <span className="portico-profile-choice-label">
          <AppLogoMini module={module} name={name} logo={logo} />
          <bdi>{name}</bdi>
        </span>
        <input
          className="portico-profile-switch"
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state.
          role="switch"
          checked={isEnabled}
          aria-busy={isPending || undefined}
          onChange={({ target }) => save(target.checked)}
        />
      </label>
      {notice && <FailureNotice {...notice} />}
    </li>
  );
}
