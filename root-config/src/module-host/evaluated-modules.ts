/**
 * What runs in this tab: each name whose file was evaluated, with the address that the import map had for it then. It
 * stays, since two builds of one module cannot live in one page (docs/decisions/0014), unless a version on trial gives
 * way to the one before it.
 */
export const evaluatedModules = new Map<string, string>();
