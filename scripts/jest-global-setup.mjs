import { buildPrograms } from './prepare.mjs';

/** Some tests start the server and the command line as processes. */
export default () => buildPrograms();
