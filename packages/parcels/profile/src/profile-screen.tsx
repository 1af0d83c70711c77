import { addressAtom, Link, pageTitleAtom, store, type TextKey, useAtomValue, useTranslation } from '@portico/shared';
import { Page } from '@portico/ui';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { LanguageSection, ThemeSection } from './choice/choice-sections';
import { NotificationsSection } from './notifications/notifications-section';
import { UpdatePasswordSection } from './password/update-password-section';
import { PersonalDataSection } from './personal-data/personal-data-section';
import { SecuritySection } from './security/security-section';

/** The user's profile: one section at a time, each with its own address. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const current = useCurrentSection();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(current);

  useEffect(() => {
    // The shell announces the first one with the screen.
    if (shown.current !== current) heading.current?.focus({ preventScroll: true });
    shown.current = current;
  }, [current]);
  const pageTitle = current === first ? '' : t(current.title);
  useEffect(() => store.set(pageTitleAtom, pageTitle), [pageTitle]);

  return (
    <Page title={t('profile')}>
      <div className="portico-profile">
        <SectionNavigation current={current} />
        <section className="portico-profile-card" aria-labelledby="portico-profile-section" key={current.id}>
          <h2
            className="portico-ui-heading portico-ui-heading-3"
            id="portico-profile-section"
            tabIndex={-1}
            ref={heading}
          >
            {t(current.title)}
          </h2>
          <current.Content />
        </section>
      </div>
    </Page>
  );
}

/** The section of the address, or the last one while the address already belongs to another screen. */
function useCurrentSection(): Section {
  const { pathname, hash } = useAtomValue(addressAtom);
  const [last, setLast] = useState(() => findSection(hash));
  const present = /^\/profile\/?$/.test(pathname) ? findSection(hash) : last;
  if (present !== last) setLast(present);
  return present;
}

/** Links to the sections. On narrow screens a row that scrolls sideways, with the current one in view. */
function SectionNavigation({ current }: { readonly current: Section }) {
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
              {t(section.title)}
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

interface Section {
  /** Its fragment in the address. */
  readonly id: string;
  readonly title: TextKey;
  readonly Content: ComponentType;
}

const first: Section = { id: 'personal-data', title: 'personal_data', Content: PersonalDataSection };

const sections: readonly Section[] = [
  first,
  { id: 'language', title: 'language', Content: LanguageSection },
  { id: 'theme', title: 'profile.theme', Content: ThemeSection },
  { id: 'security', title: 'security', Content: SecuritySection },
  { id: 'update-password', title: 'update_password', Content: UpdatePasswordSection },
  { id: 'notifications', title: 'notifications', Content: NotificationsSection },
];

/** The section of a fragment; the first one when there is none or it is unknown. */
function findSection(hash: string): Section {
  return sections.find(({ id }) => hash === `#${id}`) ?? first;
}
