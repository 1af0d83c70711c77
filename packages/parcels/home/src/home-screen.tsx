import {
  appsAtom,
  Link,
  type ParcelProps,
  prefetchModule,
  sessionAtom,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogoMini, buttonClass, FailurePanel, Page } from '@portico/ui';

/** The home page of the portal, and the page for unknown addresses. */
export function HomeScreen({ screen }: ParcelProps) {
  return screen === 'not-found' ? <NotFound /> : <Home />;
}

function Home() {
  const { t } = useTranslation();
  const session = useAtomValue(sessionAtom);
  const apps = useAtomValue(appsAtom);
  return (
    <Page title={t('home.hello', { name: getGreetingName(session) })} lead={t('home.question')}>
      <ul className="portico-home-tiles">
        {apps.map(({ module, name, description, logo }) => (
          <li key={module}>
            <Link
              className="portico-home-tile"
              href={`/${module}/`}
              onPointerEnter={() => prefetchModule(module)}
              onFocus={() => prefetchModule(module)}
            >
              <AppLogoMini module={module} name={name} logo={logo} size={44} />
              <span>
                <span className="portico-ui-heading portico-ui-heading-3">{name}</span>
                {description && <span className="portico-home-description">{description}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** The user's first name, or the local part of the e-mail if the name is unknown. */
function getGreetingName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim().split(/\s+/)[0] || email.split('@')[0] || email;
}

function NotFound() {
  const { t } = useTranslation();
  return (
    <FailurePanel
      level={1}
      title={t('not_found.title')}
      text={t('not_found.text')}
      actions={
        <Link className={buttonClass()} href="/">
          {t('not_found.home')}
        </Link>
      }
    />
  );
}
