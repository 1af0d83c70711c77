const ownScopes = /^@(?:portico|module)\//;

/** Whether a name of the import map is that of a team's package. */
export function isPackageName(name: string): boolean {
  return name.startsWith('@') && !ownScopes.test(name);
}
