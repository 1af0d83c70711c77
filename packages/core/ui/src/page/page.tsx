import type { ReactNode } from 'react';
import { Intro } from './intro';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A screen of the shell: its main heading, which takes the focus after a navigation, and its content. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <div className="portico-ui-page">
      <Intro level={1} title={title} text={lead} />
      {children}
    </div>
  );
}
