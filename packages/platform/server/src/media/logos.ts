import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { mediaFolder } from '../process/folders';

/** The logos that a module may have: wide with its name, square, and square for notifications. */
export type LogoFile = 'logo.png' | 'logo_mini.png' | 'notification.png';

/** What stands in for a logo that a module lacks, in this order, so that browsers ask once and always get the best. */
const candidates: Record<LogoFile, readonly LogoFile[]> = {
  'logo.png': ['logo.png', 'logo_mini.png'],
  'logo_mini.png': ['logo_mini.png', 'logo.png'],
  'notification.png': ['notification.png', 'logo_mini.png', 'logo.png'],
};

/**
 * Finds a logo of a module, the operator's own before the server's, or what stands in for it.
 * @returns a folder, and the file relative to it
 */
export function findLogo(dataFolder: string, module: string, logo: LogoFile) {
  for (const candidate of candidates[logo]) {
    const file = path.join('apps', module, candidate);
    const folder = [path.join(dataFolder, 'media'), mediaFolder].find((root) => existsSync(path.join(root, file)));
    if (folder) return { folder, file };
  }
  return undefined;
}

/** How long the names of the folders are kept, in milliseconds. */
const lifetime = 60_000;

/** Returns whether a module has a logo. Looks for the folders once a minute, because there may be very many modules. */
export function createLogoFinder(dataFolder: string, now: () => Date): (module: string) => boolean {
  let known: { readonly modules: ReadonlySet<string>; readonly until: number } | undefined;
  return (module) => {
    const time = now().getTime();
    if (known === undefined || time >= known.until) {
      known = { modules: listModulesWithLogo(dataFolder), until: time + lifetime };
    }
    return known.modules.has(module);
  };
}

function listModulesWithLogo(dataFolder: string): ReadonlySet<string> {
  const folders = [path.join(dataFolder, 'media'), mediaFolder].map((root) => path.join(root, 'apps'));
  const names = folders.flatMap(listNames);
  return new Set(names.filter((module) => findLogo(dataFolder, module, 'logo.png') !== undefined));
}

/** Lists nothing of a folder that is missing or cannot be read: pages go on without its logos. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
