import { rm } from 'node:fs/promises';

/** Removes what the tests have written. */
export default () => rm(process.env.TEST_FOLDER, { recursive: true, force: true, maxRetries: 5 });
