/**
 * What runs in this tab: each name whose file was evaluated, with the address that the import map had for it then. It
 * never changes again, since two builds of one module cannot live in one page (docs/decisions/0014).
 */
export const evaluatedModules = new Map<string, string>();
