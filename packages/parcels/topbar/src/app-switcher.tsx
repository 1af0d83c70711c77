import {
  type App,
  addressAtom,
  currentAppKeyAtom,
  type Declarations,
  declarationsAtom,
  localeAtom,
  prefetchModule,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogoMini, Icon, MediaIcon } from '@portico/ui';
import { LazyMenu } from './lazy-menu';
import type { MenuEntry } from './menu-props';

type NavigationPage = NonNullable<Declarations['navigation']>[number];

/** Goes from one application of the user to another, and to the pages that their modules declare. */
export function AppSwitcher({ apps }: { readonly apps: readonly App[] }) {
  const { t } = useTranslation();
  const currentKey = useAtomValue(currentAppKeyAtom);
  const locale = useAtomValue(localeAtom);
  const { pathname, search } = useAtomValue(addressAtom);
  const declarations = useAtomValue(declarationsAtom);
  const findPages = (module: string) => declarations.get(module)?.navigation ?? [];
  const hasPages = apps.some(({ module }) => findPages(module).length > 0);
  const isCurrentPage = ({ path }: NavigationPage) => path === pathname + search;
  const entries = apps.flatMap(({ logo, module, name }): MenuEntry[] => [
    {
      key: module,
      name,
      href: `/${module}/`,
      isCurrent: module === currentKey && !findPages(module).some(isCurrentPage),
      onActive: () => prefetchModule(module),
      content: (
        <>
          <AppLogoMini module={module} name={name} logo={logo} size={hasPages ? 28 : 44} />
          <bdi className="portico-topbar-app-name">{name}</bdi>
        </>
      ),
    },
    ...findPages(module).map(
      (page): MenuEntry => ({
        key: `${module} ${page.path}`,
        name: page.title[locale],
        href: page.path,
        isNested: true,
        isCurrent: isCurrentPage(page),
        onActive: () => prefetchModule(module),
        content: <PageEntry page={page} title={page.title[locale]} />,
      }),
    ),
  ]);
  return (
    <LazyMenu
      label={t('applications')}
      button={<Icon name="grid" />}
      buttonClass="portico-ui-icon-button"
      popoverClass={hasPages ? 'portico-topbar-pages' : 'portico-topbar-apps'}
      entries={entries}
    />
  );
}

interface PageEntryProps {
  readonly page: NavigationPage;
  readonly title: string;
}

function PageEntry({ page: { icon }, title }: PageEntryProps) {
  return (
    <>
      <span className="portico-topbar-page-icon">
        {icon !== undefined && <MediaIcon icon={icon} fallback={undefined} />}
      </span>
      <bdi className="portico-topbar-app-name">{title}</bdi>
    </>
  );
}
