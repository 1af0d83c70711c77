import { usePortal } from '@portico/module-kit';
import { Link, useHref, useLocation } from 'react-router-dom';
import { useLanguage } from '../language/use-language';

/** Shown for an unknown address; the address stays unchanged. */
export function NotFound() {
  const { text } = useLanguage();
  const { user } = usePortal();
  const address = useHref(useLocation());
  return (
    <div className="smsa-empty">
      <h1 tabIndex={-1}>{text.notFound.title}</h1>
      <p className="smsa-muted">{text.notFound.body}</p>
      <p>
        <code className="smsa-code">{address}</code>
      </p>
      <Link className="smsa-button" to={user ? '/' : '/portal'}>
        {user ? text.notFound.back : text.notFound.backVisitor}
      </Link>
    </div>
  );
}
