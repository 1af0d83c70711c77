import { existsSync } from 'node:fs';
import path from 'node:path';
import { mediaFolder } from '../process/folders';

/** The logos that a module may have: wide with its name, square, and square for notifications. */
type LogoFile = 'logo.png' | 'logo_mini.png' | 'notification.png';

/** The files that may serve as a logo, the best first: browsers ask once and get the best that exists. */
const candidates: Record<LogoFile, readonly LogoFile[]> = {
  'logo.png': ['logo.png', 'logo_mini.png'],
  'logo_mini.png': ['logo_mini.png', 'logo.png'],
  'notification.png': ['notification.png', 'logo_mini.png', 'logo.png'],
};

/**
 * Finds a logo of a module, or the file that replaces it: the operator's own before the server's.
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

/** Whether a module has a logo, or a file that replaces it. */
export function hasLogo(dataFolder: string, module: string): boolean {
  return findLogo(dataFolder, module, 'logo.png') !== undefined;
}
