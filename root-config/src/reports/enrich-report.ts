import { type ErrorReport, type PortalReport, tenantKey } from '@portico/shared';
import { readServerTiming } from './read-server-timing';

/** Adds the version and address of the source by `imports` (absolute addresses), the tenant, and the request's id. */
export function enrichReport(report: ErrorReport, imports: Readonly<Record<string, string>>): PortalReport {
  const { kind, error, message, source } = report;
  const address = source ? imports[source] : undefined;
  return {
    kind,
    error,
    message,
    source,
    version: address && findVersion(address),
    address: address ?? report.address,
    tenant: getTenant(),
    requestId: findRequestId(error),
  };
}

function getTenant(): string | undefined {
  try {
    return tenantKey();
  } catch {
    // The configuration is invalid, which is what the report is about.
    return undefined;
  }
}

const version = /(?<![a-z\d])v?(\d+\.\d+\.\d+(?:-[\da-z.-]+)?)/gi;
// Hexadecimal, as bundlers and Git write it. A digit is required, because "facade" is a word.
const hash = /(?<![a-z\d])(?=[a-f]*\d)[\da-f]{7,64}(?![a-z\d])/gi;

/** The version or hash in an address, the last one of each; `undefined` if there is none. */
export function findVersion(address: string): string | undefined {
  const text = address.replace(/^\w+:\/\/[^/]*/, '').replace(/(\.min)?\.[cm]?js(?=\?|$)/, '');
  return [...text.matchAll(version)].at(-1)?.[1] ?? text.match(hash)?.at(-1);
}

/** The id that the server gave to the failed call in this error or its causes, otherwise to the page. */
function findRequestId(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const id = 'response' in each && each.response instanceof Response && each.response.headers.get('X-Request-Id');
    if (id) return id;
  }
  return readServerTiming('request');
}
