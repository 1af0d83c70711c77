import path from 'node:path';

/** Where the build of the shell is. */
export const distDirectory = path.join(import.meta.dirname, '../../../../dist');
