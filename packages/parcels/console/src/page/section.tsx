import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Buttons beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="portico-console-section" aria-labelledby={id}>
      <header>
        <h2 className="portico-ui-heading portico-ui-heading-3" id={id}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
