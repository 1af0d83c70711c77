import type { BrowserContext } from '@playwright/test';

/**
 * A portal to measure. It has `/signin` and, below a top bar, the modules `/one/` and `/two/`. Each module is a heading
 * in `main` and a link to the other module.
 */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  /** Signs a new browser in without a page. */
  readonly signIn: (context: BrowserContext) => Promise<void>;
  readonly stop: () => Promise<unknown>;
}
