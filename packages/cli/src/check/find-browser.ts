import { existsSync } from 'node:fs';
import { CommandError } from '../command-error';
import installed from './chromium-paths.json' with { type: 'json' };

/**
 * A Chromium: the named one, CHROME_PATH, one that is installed, or the one that Playwright manages.
 * @param managed where that would be
 * @throws CommandError
 */
export function findBrowser(named: string | undefined, managed: string): string {
  const wanted = named ?? process.env.CHROME_PATH;
  if (wanted) {
    if (existsSync(wanted)) return wanted;
    throw new CommandError(`There is no browser at ${wanted}.`);
  }
  const found = [...installed, managed].find((file) => existsSync(file));
  if (found) return found;
  throw new CommandError(
    'No Chromium was found: install Chromium or Chrome, or name one by --browser or CHROME_PATH, or let "npx playwright install chromium" bring one.',
  );
}
