import {
  addressAtom,
  arePasswordsOff,
  contributionsAtom,
  Link,
  ModulePart,
  pageTitleAtom,
  store,
  type TextKey,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Page } from '@portico/ui';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { LanguageSection, ThemeSection } from './choice/choice-sections';
import { NotificationsSection } from './notifications/notifications-section';
import { UpdatePasswordSection } from './password/update-password-section';
import { PersonalDataSection } from './personal-data/personal-data-section';
import { SecuritySection } from './security/security-section';

/** The user's profile: one section at a time, each with its own address. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const sections = useSections();
  const current = useCurrentSection(sections);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(current.id);

  useEffect(() => {
    // The shell announces the first one with the screen.
    if (shown.current !== current.id) heading.current?.focus({ preventScroll: true });
    shown.current = current.id;
  }, [current]);
  const title = current.name ?? t(current.title);
  const pageTitle = current === first ? '' : title;
  useEffect(() => store.set(pageTitleAtom, pageTitle), [pageTitle]);

  return (
    <Page title={t('profile')}>
      <div className="portico-profile">
        <SectionNavigation sections={sections} current={current} />
        <section className="portico-profile-card" aria-labelledby="portico-profile-section" key={current.id}>
          <h2
            className="portico-ui-heading portico-ui-heading-3"
            id="portico-profile-section"
            tabIndex={-1}
            ref={heading}
          >
            {title}
          </h2>
          {current.name === undefined ? (
            <current.Content />
          ) : (
            current.parcels.map((parcel) => (
              <ModulePart
                className="portico-profile-block portico-profile-part"
                key={parcel}
                of={parcel}
                place="profile"
              />
            ))
          )}
        </section>
      </div>
    </Page>
  );
}

/** The section of the address, or the last one while the address already belongs to another screen. */
function useCurrentSection(sections: readonly Section[]): Section {
  const { pathname, hash } = useAtomValue(addressAtom);
  const find = () => sections.find(({ id }) => hash === `#${id}`) ?? first;
  const [last, setLast] = useState(find);
  const present = /^\/profile\/?$/.test(pathname) ? find() : last;
  if (present !== last) setLast(present);
  return present;
}

interface SectionNavigationProps {
  readonly sections: readonly Section[];
  readonly current: Section;
}

/** Links to the sections. On narrow screens a row that scrolls sideways, with the current one in view. */
function SectionNavigation({ sections, current }: SectionNavigationProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href="${getHref(current)}"]`);
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft + (link.offsetWidth - row.current.offsetWidth) / 2;
  }, [current]);

  return (
    <nav className="portico-profile-navigation" aria-label={t('profile')}>
      <ul ref={row}>
        {sections.map((section) => (
          <li key={section.id}>
            <Link
              href={getHref(section)}
              aria-current={section === current ? 'page' : undefined}
              onClick={(event) => {
                // The section is open already: do not ask about unsaved changes.
                if (section === current) event.preventDefault();
              }}
            >
              {section.name === undefined ? t(section.title) : <bdi>{section.name}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function getHref({ id }: Section): string {
  return `/profile#${id}`;
}

/** A section of the shell. */
interface OwnSection {
  /** Its fragment in the address. */
  readonly id: string;
  readonly title: TextKey;
  readonly name?: undefined;
  readonly Content: ComponentType;
}

/** A section of an application, with the parcels that its module puts there. */
interface ModuleSection {
  readonly id: string;
  readonly name: string;
  readonly parcels: readonly string[];
}

type Section = OwnSection | ModuleSection;

const first: OwnSection = { id: 'personal-data', title: 'personal_data', Content: PersonalDataSection };

const ownSections: readonly OwnSection[] = [
  first,
  { id: 'language', title: 'language', Content: LanguageSection },
  { id: 'theme', title: 'profile.theme', Content: ThemeSection },
  { id: 'security', title: 'security', Content: SecuritySection },
  { id: 'update-password', title: 'update_password', Content: UpdatePasswordSection },
  { id: 'notifications', title: 'notifications', Content: NotificationsSection },
];

/** The sections of the shell, then one for each application that puts something there. */
function useSections(): readonly Section[] {
  const contributions = useAtomValue(contributionsAtom('profile'));
  return useMemo(() => {
    const ofModules = [...new Set(contributions.map(({ app }) => app))].map((app) => ({
      id: `app-${app.module}`,
      name: app.name,
      parcels: contributions.flatMap((one) => (one.app === app ? [one.parcel] : [])),
    }));
    const own = ownSections.filter(({ id }) => id !== 'update-password' || !arePasswordsOff());
    return [...own, ...ofModules];
  }, [contributions]);
}
