import { usePortal } from '@portico/module-kit';
import { Intro } from '@portico/ui';
import { type ReactNode, useEffect } from 'react';

interface ViewPageProps {
  /** The heading, which gets the focus after a navigation, and the title of the document. */
  readonly title: string;
  readonly lead?: string | undefined;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of a view: its heading, its buttons and its content. */
export function ViewPage({ title, lead, actions, children }: ViewPageProps) {
  const portal = usePortal();
  useEffect(() => portal.setTitle(title), [portal, title]);
  return (
    <>
      <div className="portico-console-head">
        <Intro level={1} title={title} text={lead} />
        {actions && <div className="portico-console-actions">{actions}</div>}
      </div>
      <div className="portico-console-content">{children}</div>
    </>
  );
}
