import { usePortal } from '@portico/module-kit';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { useLanguage } from '../language/use-language';

/** The module's navigation; anonymous visitors see only the public pages. */
export function Navigation() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const { pathname } = useLocation();
  const isDesk = pathname === '/' || pathname.startsWith('/tickets');
  return (
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
  );
}

/** A link to the page above. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="smsa-back" to={to}>
      <span aria-hidden="true">←</span>
      {children}
    </Link>
  );
}
