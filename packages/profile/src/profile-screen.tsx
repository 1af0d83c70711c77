import { useTranslation } from '@portico/shared';
import { Page } from '@portico/ui';
import { useEffect, useRef } from 'react';
import { SectionNavigation } from './section/section-navigation';
import { useCurrentSection } from './use-current-section';

/** What users see and change about themselves: one section at a time, each with an address of its own. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const current = useCurrentSection();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(current);

  useEffect(() => {
    // The first one is announced with the screen.
    if (shown.current !== current) heading.current?.focus({ preventScroll: true });
    shown.current = current;
  }, [current]);

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
