import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { useLanguage } from '../language/use-language';

export function Layout() {
  const { text } = useLanguage();
  const page = useHeadingFocus();
  const { pathname } = useLocation();
  const isCourses = pathname === '/' || pathname.startsWith('/courses/');
  return (
    <>
      <nav className="hrs-nav" aria-label={text.nav.label}>
        <div className="hrs-nav-row">
          <Link className="hrs-tab" to="/" aria-current={isCourses ? 'page' : undefined}>
            {text.nav.courses}
          </Link>
          <NavLink className="hrs-tab" to="/certificates">
            {text.nav.certificates}
          </NavLink>
        </div>
      </nav>
      <div className="hrs-page" ref={page}>
        <Outlet />
      </div>
    </>
  );
}

/** Moves the focus to the heading after navigation inside the module; on entry, the portal places the focus. */
function useHeadingFocus() {
  const page = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    page.current?.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return page;
}
