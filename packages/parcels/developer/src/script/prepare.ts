import { writeOverriddenModules } from '../overrides/developer-cookies';
import { overridesChange } from '../overrides/import-map-overrides';
import { keepAllowedOverrides } from '../overrides/stored-overrides';
import { readPageRules } from './page-rules';

// Which script elements are import maps. The library ignores the query unless an attribute allows it.
const kind = document.createElement('meta');
kind.name = 'importmap-type';
kind.content = 'systemjs-importmap';
document.head.append(kind);

const storage = readableStorage();
const refused = storage ? keepAllowedOverrides(storage, readPageRules()) : [];
for (const name of refused)
  console.warn(
    `[portico] The override of ${name} is not allowed by the configuration of this portal, and was removed.`,
  );

if (storage) {
  const tellServer = () => writeOverriddenModules(storage);
  tellServer();
  // From the full interface, or a script of the developer.
  window.addEventListener(overridesChange, tellServer);
}

/** If the browser refuses storage, the library does nothing either. */
function readableStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
