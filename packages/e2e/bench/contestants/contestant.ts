import type { BrowserContext } from '@playwright/test';

/**
 * A portal that is measured. It has `/signin`, and below a top bar the modules `/one/` and `/two/`, each a heading in
 * `main` and a link to the other.
 */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  /** Gives a new browser a session, without a page. */
  readonly signIn: (context: BrowserContext) => Promise<void>;
  readonly stop: () => Promise<unknown>;
}
