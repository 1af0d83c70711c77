import type { ReactNode } from 'react';

interface TopicProps {
  readonly title: string;
  readonly lead: string;
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/** One of several topics of a section. */
export function Topic({ title, lead, isHidden, children }: TopicProps) {
  return (
    <div className="portico-profile-topic" hidden={isHidden}>
      <div className="portico-profile-intro">
        <h3 className="portico-ui-heading portico-profile-subheading" tabIndex={-1}>
          {title}
        </h3>
        <p className="portico-profile-lead">{lead}</p>
      </div>
      {children}
    </div>
  );
}
