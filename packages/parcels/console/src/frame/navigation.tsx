import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useTexts } from '../texts/define-texts';
import { frameTexts } from '../texts/frame-texts';
import { viewTitles } from '../texts/view-texts';
import { useAllowedViews } from './view';

/** Links to the views. On narrow screens a row that scrolls sideways, with the current one in view. */
export function Navigation() {
  const t = useTexts(frameTexts);
  const title = useTexts(viewTitles);
  const row = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const views = useAllowedViews();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which link is the current one
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft + (link.offsetWidth - row.current.offsetWidth) / 2;
  }, [pathname]);

  return (
    <nav className="portico-console-navigation" aria-label={t('console')}>
      <ul ref={row}>
        {views.map(({ name, path }) => (
          <li key={path}>
            <NavLink to={`/${path}`} end={path === ''}>
              {title(name)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
