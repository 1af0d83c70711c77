import type { ReactNode } from 'react';
import sheet from './two-columns.css';
import { useStyleSheet } from './use-style-sheet';

interface TwoColumnsProps {
  /** Figures that show what the form makes; below it on narrow screens. */
  readonly preview: ReactNode;
  /** The name of the preview. */
  readonly label: string;
  /** The form. */
  readonly children: ReactNode;
}

/** A form beside a preview of what it makes. */
export function TwoColumns({ preview, label, children }: TwoColumnsProps) {
  useStyleSheet(sheet);
  return (
    <div className="portico-console-columns">
      {children}
      <section className="portico-console-columns-preview" aria-label={label}>
        {preview}
      </section>
    </div>
  );
}
