import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A framed part of a page with a heading of its own. */
export function Card({ title, className = '', children }: CardProps) {
  const id = useId();
  return (
    <section className={`portico-console-card ${className}`} aria-labelledby={id}>
      <h2 className="portico-ui-heading portico-ui-heading-3" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
