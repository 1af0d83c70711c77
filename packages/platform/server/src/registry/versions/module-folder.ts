// The name of a package has a slash, and a folder has none.
const slash = '~';

/** The folder of a module's or package's versions, in the addresses of their files. */
export function getModuleFolder(name: string): string {
  return name.replace('/', slash);
}

/** The module or package of a folder. */
export function parseModuleFolder(folder: string): string {
  return folder.replace(slash, '/');
}
