import { followBy } from './follow-by';
import type { TeamModuleProps } from './team-module';

/** The first of the two modules that every contestant shows. */
export function One({ navigate }: TeamModuleProps) {
  return (
    <section>
      <h1>One</h1>
      <a href="/two/" onClick={followBy(navigate)}>
        Two
      </a>
    </section>
  );
}
