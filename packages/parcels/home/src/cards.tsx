import { type Contribution, contributionsAtom, Link, ModulePart, useAtomValue, useTranslation } from '@portico/shared';
import { useEffect, useRef, useState } from 'react';

/** The cards that the user's modules put on the home page. Without any, there is nothing. */
export function Cards() {
  const { t } = useTranslation();
  const contributions = useAtomValue(contributionsAtom('home'));
  if (contributions.length === 0) return null;
  return (
    <section className="portico-home-cards" aria-label={t('home.cards')}>
      {contributions.map((contribution) => (
        <Card key={contribution.parcel} {...contribution} />
      ))}
    </section>
  );
}

/** A card has one height, so that no content moves the cards below: what is higher scrolls. */
function Card({ app, parcel }: Contribution) {
  const body = useRef<HTMLDivElement>(null);
  const [isScrolling, setScrolling] = useState(false);

  useEffect(() => {
    const [element] = body.current?.children ?? [];
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setScrolling(Number(body.current?.scrollHeight) > Number(body.current?.clientHeight)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The keyboard scrolls what it can reach.
  const scrolling = isScrolling ? ({ role: 'group', 'aria-label': app.name, tabIndex: 0 } as const) : {};
  return (
    <article className="portico-home-card">
      <h2 className="portico-ui-heading portico-ui-heading-3">
        <Link href={`/${app.module}/`}>
          <bdi>{app.name}</bdi>
        </Link>
      </h2>
      <div className="portico-home-card-body" ref={body} {...scrolling}>
        <ModulePart className="portico-home-card-content" of={parcel} place="home" />
      </div>
    </article>
  );
}
