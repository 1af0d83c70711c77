/**
 * Packages that stay in node_modules beside the bundled server: native ones, and ones that read files of their own;
 * pino starts threads from files.
 */
export const serverExternals = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'pino'];

/** The same for the command line. */
export const cliExternals = ['playwright-core'];

/** Packages that no program imports, but whose files the server reads or starts. */
export const serverFiles = ['@fortawesome/fontawesome-free', 'pino-pretty'];
