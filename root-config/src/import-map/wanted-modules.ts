/** The keys of the modules that this tab has looked up; every later request for the live map asks for them, too. */
export const wantedModules = new Set<string>();
