import { rm } from 'node:fs/promises';

/** Removes the temporary folders of the tests. */
export default () => rm(process.env.TEST_FOLDER, { recursive: true, force: true, maxRetries: 5 });
