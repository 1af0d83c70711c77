import { type Fault, type PortalReport, tenantKey } from '@portico/shared';
import { versionOf } from './version-of';

/**
 * A fault with all that the page knows of its source.
 * @param imports names to absolute addresses
 */
export function complete(fault: Fault, imports: Readonly<Record<string, string>>): PortalReport {
  const { kind, error, message, source } = fault;
  const address = source ? imports[source] : undefined;
  return {
    kind,
    error,
    message,
    source,
    version: address && versionOf(address),
    address: address ?? fault.address,
    tenant: tenant(),
  };
}

function tenant(): string | undefined {
  try {
    return tenantKey();
  } catch {
    // The configuration cannot be read, which is what the report is about.
    return undefined;
  }
}
