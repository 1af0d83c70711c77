import {
  type App,
  appsAtom,
  firstTiles,
  getGreetingName,
  Link,
  localeAtom,
  type ParcelProps,
  prefetchModule,
  refusedAddressAtom,
  sessionAtom,
  showRefusedAddress,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { AppLogoMini, buttonClass, FailurePanel, IconButton, Notice, Page } from '@portico/ui';
import { useEffect, useState } from 'react';

/** The home page of the portal, and the page for unknown addresses. */
export function HomeScreen({ screen }: ParcelProps) {
  return screen === 'not-found' ? <NotFound /> : <Home />;
}

function Home() {
  const { t } = useTranslation();
  const session = useAtomValue(sessionAtom);
  const apps = useAtomValue(appsAtom);
  // The page host renders no more, and more are not in view.
  const [shown, setShown] = useState(firstTiles);
  useEffect(() => setShown(Number.POSITIVE_INFINITY), []);
  return (
    <Page title={t('home.hello', { name: getGreetingName(session) })} lead={t('home.question')}>
      <WhyHere />
      <ul className="portico-home-tiles">
        {apps.slice(0, shown).map(({ module, name, logo, ...app }) => (
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
                <Description {...app} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** Why the address that the user asked for led here, until they close it. */
function WhyHere() {
  const { t } = useTranslation();
  const refused = useAtomValue(refusedAddressAtom, null);
  if (!refused) return null;
  const { path, missingApp } = refused;
  return (
    <div className="portico-home-why">
      <Notice kind="info">
        {missingApp === undefined ? t('home.no_page', { path }) : t('home.no_access', { name: missingApp })}
      </Notice>
      <IconButton icon="close" label={t('toasts.close')} onClick={() => showRefusedAddress(null)} />
    </div>
  );
}

function Description({ description, description_en }: Pick<App, 'description' | 'description_en'>) {
  const text = (useAtomValue(localeAtom) === 'en' && description_en) || description;
  return text && <span className="portico-home-description">{text}</span>;
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
