import { type App, currentAppKeyAtom, prefetchModule, useAtomValue, useTranslation } from '@portico/shared';
import { AppLogoMini, Icon } from '@portico/ui';
import { LazyMenu } from './lazy-menu';

/** Goes from one application of the user to another. */
export function AppSwitcher({ apps }: { readonly apps: readonly App[] }) {
  const { t } = useTranslation();
  const currentKey = useAtomValue(currentAppKeyAtom);
  const entries = apps.map(({ module, name }) => ({
    key: module,
    href: `/${module}/`,
    isCurrent: module === currentKey,
    onActive: () => prefetchModule(module),
    content: (
      <>
        <AppLogoMini module={module} name={name} size={44} />
        <span className="portico-topbar-app-name">{name}</span>
      </>
    ),
  }));
  return (
    <LazyMenu
      label={t('applications')}
      button={<Icon name="grid" />}
      buttonClass="portico-ui-icon-button"
      popoverClass="portico-topbar-apps"
      entries={entries}
    />
  );
}
