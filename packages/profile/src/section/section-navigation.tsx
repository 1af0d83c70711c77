import { Link, useTranslation } from '@portico/shared';
import { useEffect, useRef } from 'react';
import { type Section, sections } from '../sections';

/** Leads to the sections; on narrow screens a row that scrolls sideways, with the current one in sight. */
export function SectionNavigation({ current }: { readonly current: Section }) {
  const { t } = useTranslation();
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href="${hrefOf(current)}"]`);
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft + (link.offsetWidth - row.current.offsetWidth) / 2;
  }, [current]);

  return (
    <nav className="portico-profile-navigation" aria-label={t('profile')}>
      <ul ref={row}>
        {sections.map((section) => (
          <li key={section.id}>
            <Link
              href={hrefOf(section)}
              aria-current={section === current ? 'page' : undefined}
              onClick={(event) => {
                // It is here already: nothing to leave, so nothing to ask about unsaved changes.
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

function hrefOf({ id }: Section): string {
  return `/profile#${id}`;
}
