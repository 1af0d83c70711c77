import {
  appKeysAtom,
  appsAtom,
  getGreetingName,
  Link,
  type ParcelProps,
  refusedAddressAtom,
  sessionAtom,
  store,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { buttonClass, FailurePanel, IconButton, Notice, Page } from '@portico/ui';
import { useSyncExternalStore } from 'react';
import { AppTiles } from './app-tiles';
import { Cards } from './cards';
import { NewTabNotice } from './new-tab/new-tab-notice';
import { RequestAccess } from './request-access';

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
      <NewTabNotice />
      <WhyHere />
      <AppTiles apps={apps} />
      <Cards />
    </Page>
  );
}

const followRefused = (onChange: () => void) => store.sub(refusedAddressAtom, onChange);
const getRefused = () => store.get(refusedAddressAtom);

/** Explains why the requested address led here, until the user closes it. */
function WhyHere() {
  const { t } = useTranslation();
  const keys = useAtomValue(appKeysAtom);
  const refused = useSyncExternalStore(followRefused, getRefused, () => null);
  // An administrator may have granted it meanwhile.
  if (!refused || keys.has(refused.missingApp ?? '')) return null;
  const { path, missingApp } = refused;
  return (
    <div className="portico-home-why">
      <Notice kind="info">
        {missingApp === undefined
          ? t('home.no_page', { path: decodePath(path) })
          : t('home.no_access', { name: missingApp })}
      </Notice>
      {missingApp !== undefined && <RequestAccess key={missingApp} module={missingApp} />}
      <IconButton icon="close" label={t('toasts.close')} onClick={() => store.set(refusedAddressAtom, undefined)} />
    </div>
  );
}

/** Decodes a path for display. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
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
