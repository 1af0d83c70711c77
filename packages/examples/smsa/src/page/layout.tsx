import { Suspense } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { Loading } from './loading';
import { usePortal } from './portal';

/** The pages with the module's navigation; visitors see the public pages only. */
export function Layout() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const { pathname } = useLocation();
  const isDesk = pathname === '/' || pathname.startsWith('/tickets');
  return (
    <>
      <nav className="smsa-nav" aria-label={text.nav.label}>
        <div className="smsa-nav-row">
          {user && (
            <Link className="smsa-tab" to="/" aria-current={isDesk ? 'page' : undefined}>
              {text.nav.tickets}
            </Link>
          )}
          <NavLink className="smsa-tab" to="/portal" end>
            {text.nav.status}
          </NavLink>
          <NavLink className="smsa-tab" to="/portal/faq">
            {text.nav.faq}
          </NavLink>
        </div>
      </nav>
      <div className="smsa-page">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  );
}
