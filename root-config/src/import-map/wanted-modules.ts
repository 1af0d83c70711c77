/** The keys of the modules that this tab has looked up; every later request for the live map asks for them, too. */
export const wantedModules = new Set<string>();

/** The keys that are no modules of the portal. The page host has looked up the address of the page. */
export const absentModules = new Set([location.pathname.split('/')[1]]);
