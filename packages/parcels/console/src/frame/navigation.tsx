import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useCommonTexts } from '../texts/common-texts';
import { useAllowedViews } from './view';

/** Links to the views. On narrow screens a row that scrolls sideways, with the current one in view. */
export function Navigation() {
  const t = useCommonTexts();
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
    <nav className="portico-console-navigation" aria-label={t('frame.console')}>
      <ul ref={row}>
        {views.map(({ name, path }) => (
          <li key={path}>
            <NavLink to={`/${path}`} end={path === ''}>
              {t(`view.${name}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
