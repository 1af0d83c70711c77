import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A screen of the shell: its main heading, which takes the focus after a navigation, and its content. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <div className="portico-ui-page">
      <h1 className="portico-ui-heading portico-ui-heading-1" tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="portico-ui-lead">{lead}</p>}
      {children}
    </div>
  );
}
