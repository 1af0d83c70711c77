import { existsSync } from 'node:fs';
import path from 'node:path';
import { mediaFolder } from './folders';

/** The folder with this file of a module's logos: the operator's own before the server's; `undefined` if neither has it. */
export function findLogoFolder(dataFolder: string, module: string, file: string): string | undefined {
  return [path.join(dataFolder, 'media'), mediaFolder].find((root) =>
    existsSync(path.join(root, 'apps', module, file)),
  );
}

/** How long the answer for a module is kept, in milliseconds. */
const lifetime = 60_000;

/** Returns whether a module has a logo. Looks for the files once a minute. */
export function createLogoFinder(dataFolder: string, now: () => Date): (module: string) => boolean {
  const known = new Map<string, { readonly hasLogo: boolean; readonly until: number }>();
  return (module) => {
    const time = now().getTime();
    const found = known.get(module);
    if (found && time < found.until) return found.hasLogo;
    const hasLogo = ['logo.png', 'logo_mini.png'].some((file) => findLogoFolder(dataFolder, module, file));
    known.set(module, { hasLogo, until: time + lifetime });
    return hasLogo;
  };
}
