import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface MessagePageProps {
  readonly title: string;
  readonly to: string;
  readonly action: string;
  readonly children: ReactNode;
}

/** A page with a message and a link. */
export function MessagePage({ title, to, action, children }: MessagePageProps) {
  return (
    <div className="hrs-empty">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <Link className="hrs-button" to={to}>
        {action}
      </Link>
    </div>
  );
}
