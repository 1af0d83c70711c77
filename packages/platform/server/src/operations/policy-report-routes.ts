import {
  decodeUnreserved,
  findNeed,
  formatAllowance,
  formatNeeds,
  getImportName,
  getPublishedName,
  isPackageImport,
  modulePrefix,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { TooManyTriesError } from '../http/api-error';
import { parse } from '../http/parse';
import { getAddressGroup } from '../identity/limits/address-networks';

/** The address for reports of policy violations. All browsers support `report-uri` and send without delay. */
export const policyReportPath = '/api/policy-reports';

const textSchema = v.optional(v.pipe(v.string(), v.maxLength(4000)), '');

/** A violation in the format of `report-uri` (CSP 3, section 5.3). */
const policyReportSchema = v.object({
  'csp-report': v.object({
    'document-uri': textSchema,
    'blocked-uri': textSchema,
    'effective-directive': textSchema,
    /** Older browsers send it instead of `effective-directive`. */
    'violated-directive': textSchema,
    'source-file': textSchema,
    'line-number': v.optional(v.number()),
  }),
});

type Imports = Readonly<Record<string, string>>;

const maxBytes = 16 * 1024;
const hour = 3_600_000;
const limits = { reports: 60, period: 10 * 60_000, addresses: 10_000, violations: 1000 };

/**
 * Receives policy violations from browsers. It logs each kind once an hour, with the responsible module and the needs
 * to declare. Reports need no sign-in, so they are rate-limited, and the log contains no queries of addresses.
 */
export function registerPolicyReportRoute(
  app: FastifyInstance,
  readImports: (hostname: string) => Promise<Imports>,
): void {
  const logged = new LRUCache<string, true>({ max: limits.violations, ttl: hour });
  const counts = new LRUCache<string, number>({ max: limits.addresses, ttl: limits.period, noUpdateTTL: true });

  function count({ ip }: FastifyRequest): void {
    const address = getAddressGroup(ip);
    const sent = counts.get(address) ?? 0;
    if (sent >= limits.reports) throw new TooManyTriesError(limits.period / 1000);
    counts.set(address, sent + 1);
  }

  app.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: maxBytes },
    async (_request: FastifyRequest, text: string) => text,
  );
  app.post(policyReportPath, async (request, reply) => {
    count(request);
    const { 'csp-report': report } = parse(v.pipe(v.string(), v.parseJson(), policyReportSchema), request.body);
    const page = shorten(report['document-uri']);
    const blocked = shorten(report['blocked-uri']);
    const source = shorten(report['source-file']);
    // Older browsers send the whole directive.
    const [directive = ''] = (report['effective-directive'] || report['violated-directive']).split(' ', 1);
    const imports = await readImports(request.hostname);
    const responsible = findResponsibleModule({ source, blocked, page }, imports);
    const key = JSON.stringify([responsible, directive, blocked, source]);
    const isOfExtension = [blocked, source].some((address) => /^[a-z-]+-extension(?::|$)/.test(address));
    if (!isOfExtension && !logged.has(key)) {
      logged.set(key, true);
      const declare = describeNeed({ blocked, directive }, responsible.module, imports, page);
      const violation = { ...responsible, ...declare, directive, blocked, source, line: report['line-number'], page };
      request.log.warn({ violation }, 'Unverified report, which anybody may send: a page violates its content policy');
    }
    return reply.code(204).send();
  });
}

/** Returns the kind of need, what the team declares in package.json, and what the operator allows in the configuration. */
function describeNeed(
  violation: Parameters<typeof findNeed>[0],
  module: string | undefined,
  imports: Imports,
  page: string,
): { readonly kind?: string; readonly declare?: string; readonly allow?: string } {
  if (module === undefined) return {};
  const address = imports[getImportName(module)] ?? '';
  if (!URL.canParse(address, page)) return {};
  const need = findNeed(violation, new URL(address, page).href);
  if (!need) return {};
  return { kind: Object.keys(need).join(), declare: formatNeeds([need]), allow: formatAllowance(module, need) };
}

/** Removes query and fragment, which may be secret. Also accepts words such as `inline` and `eval`. */
function shorten(address: string): string {
  return address.replace(/[?#].*$/s, '').slice(0, 300);
}

/** Finds the module by the script, the blocked file, or the page: browsers name no script for pictures. */
function findResponsibleModule(
  { source, blocked, page }: Readonly<Record<'source' | 'blocked' | 'page', string>>,
  imports: Imports,
) {
  const [byScript, byFile] = [source, blocked].map((file) => findModule(file, page, imports));
  if (byScript !== undefined) return { module: byScript, shownBy: 'script' };
  if (byFile !== undefined) return { module: byFile, shownBy: 'file' };
  const [, segment = ''] = URL.canParse(page) ? decodeUnreserved(new URL(page).pathname).split('/') : [];
  return Object.hasOwn(imports, modulePrefix + segment) ? { module: segment, shownBy: 'page' } : {};
}

/** Returns the key of the module, or the name of the package, whose folder contains the file. The longest folder wins. */
function findModule(file: string, page: string, imports: Imports): string | undefined {
  const folders = Object.entries(imports).flatMap(([name, address]) => {
    const isOfTeam = name.startsWith(modulePrefix) || isPackageImport(name);
    if (!isOfTeam || !URL.canParse(address, page)) return [];
    const { href, pathname } = new URL('.', new URL(address, page));
    // The root also contains the page itself.
    return pathname !== '/' && file.startsWith(href) ? [{ key: getPublishedName(name), length: href.length }] : [];
  });
  return folders.sort((one, other) => other.length - one.length)[0]?.key;
}
