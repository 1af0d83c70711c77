import { or, type SQL, sql } from 'drizzle-orm';
import { users } from '../account-tables';

/** Matches users whose name or e-mail contains a text, whatever its case and accents; all of them without a text. */
export function matchSearch(search: string): SQL | undefined {
  if (search === '') return undefined;
  // A subquery is computed once, and not for each user.
  return or(
    sql`strpos(${users.foldedName}, (select fold_text(${search}))) > 0`,
    sql`strpos(${users.email}, lower(${search})) > 0`,
  );
}
