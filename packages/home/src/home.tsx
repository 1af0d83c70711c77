import { appsAtom, Link, prefetchModule, sessionAtom, useAtomValue, useTranslation } from '@portico/shared';
import { AppLogoMini, Page } from '@portico/ui';
import { greetingName } from './greeting-name';

export function Home() {
  const { t } = useTranslation();
  const session = useAtomValue(sessionAtom);
  const apps = useAtomValue(appsAtom);
  return (
    <Page title={t('home.hello', { name: greetingName(session) })} lead={t('home.question')}>
      <ul className="portico-home-tiles">
        {apps.map(({ module, name, description }) => (
          <li key={module}>
            <Link
              className="portico-home-tile"
              href={`/${module}/`}
              onPointerEnter={() => prefetchModule(module)}
              onFocus={() => prefetchModule(module)}
            >
              <AppLogoMini module={module} name={name} size={44} />
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
