import type { ReactNode } from 'react';

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A line of a `<dl>` of facts. */
export function Fact({ label, children }: FactProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
