import { followBy } from './follow-by';
import type { TeamModuleProps } from './team-module';

/** The second of the two modules that every contestant shows. */
export function Two({ navigate }: TeamModuleProps) {
  return (
    <section>
      <h1>Two</h1>
      <a href="/one/" onClick={followBy(navigate)}>
        One
      </a>
    </section>
  );
}
