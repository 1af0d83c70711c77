/**
 * Packages that stay in node_modules beside the bundled server: native ones, and ones that read their own files. pino
 * starts threads from files.
 */
export const serverExternals = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pino'];

/** External packages of the command line. */
export const cliExternals = ['playwright-core'];

/** Packages without importers; the server reads or starts their files. */
export const serverFiles = ['@fortawesome/fontawesome-free', 'pino-pretty'];
