import { createPagePortal, type PagePortal } from '@portico/contract';
import { isPackageImport, report } from '@portico/shared';
import { parseScripts } from '../reports/attribute';
import { findAddress } from './module-import';
import { createPortalApi } from './portal-api';
import { findOwners } from './trace-owners';

/**
 * Provides the portal to code that is not mounted, such as packages: the kit's `getPortal` finds it at
 * `window.porticoPortal`, which no script can change.
 */
export function providePagePortal(): void {
  const value = (name: unknown): PagePortal => {
    const [caller] = findOwners(parseScripts(new Error()));
    // A name is for reports alone, because any script may give it.
    const isNamed = typeof name === 'string' && isPackageImport(name) && findAddress(name) !== undefined;
    const source = isNamed ? name : caller?.name;
    const { portal } = createPortalApi((error) => report({ kind: 'reported', source, error }), caller?.name ?? '');
    return createPagePortal(portal);
  };
  Object.defineProperty(window, 'porticoPortal', { value });
}
