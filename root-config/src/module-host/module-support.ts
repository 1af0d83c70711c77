import { readPage } from '@portico/shared';
import { startLeakWatch } from './leak-watch';
import { providePagePortal } from './page-portal';
import { allowStyleTags } from './style-nonce';

// The part of the host that only modules of teams need is one late file, which the page of a module preloads. Its code must
// not add listeners or intervals for a module, because the leak watch ignores calls by its own file.
export { findMount, findParcelMount, forgetContainer } from './container';
export { documentTraces } from './document-traces';
export { createPortalApi } from './portal-api';
export { listImports } from './trace-owners';

/** Prepares the page for the scripts of modules. To be called once. */
export function prepareForModules(): ReturnType<typeof startLeakWatch> {
  allowStyleTags();
  providePagePortal();
  return startLeakWatch(readPage().state.isDeveloper === true);
}
