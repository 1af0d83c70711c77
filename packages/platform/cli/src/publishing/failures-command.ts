import {
  browserNames,
  type Failure,
  type FailurePage,
  type Frame,
  failurePageMax,
  failurePageSchema,
  failureSchema,
  failureSorts,
  type ListedFailure,
} from '@portico/contract';
import { Option } from 'commander';
import { parseSince } from '../operator/audit-command';
import { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { parseTenant, parseVersion } from '../terminal/arguments';
import { formatTable, shellVersion } from '../terminal/format';

interface FailureOptions {
  readonly module?: string;
  readonly version?: string;
  readonly tenant?: string;
  readonly browser?: string;
  readonly search?: string;
  readonly since: string;
  readonly sort: string;
  readonly json?: true;
}

export function failuresCommand(): PortalCommand {
  return new PortalCommand('publisher', 'failures')
    .description('List what fails in browsers: which module, for how many people, since when')
    .argument('[id]', 'show this failure, with its stack')
    .option('--module <key>', 'only failures of this module')
    .option('--version <version>', 'only failures of this version', parseVersion)
    .option('--tenant <key>', 'only people of this tenant', parseTenant)
    .addOption(new Option('--browser <name>', 'only failures in this browser').choices(browserNames))
    .option('--search <text>', 'only failures with this text in their message, name or module')
    .option('--since <time>', 'only those that were reported since a time or an age such as 12h', '7d')
    .addOption(new Option('--sort <order>', 'the order').choices(failureSorts).default('-people'))
    .option('--json', 'print one JSON object a line')
    .run(async (api, id: string | undefined, options: FailureOptions) => {
      const { browser = '', json, module = '', search = '', since, sort, tenant = '', version = '' } = options;
      if (id !== undefined) {
        const failure = await api.read(`failures/${encodeURIComponent(id)}`, failureSchema);
        return json ? JSON.stringify(failure) : formatFailure(failure);
      }
      const time = parseSince(since, new Date()).toISOString();
      const query = { module, version, tenant, browser, search, sort, since: time };
      const rows: string[][] = [];
      for await (const failure of readFailures(api, query)) {
        if (json) console.log(JSON.stringify(failure));
        else rows.push(formatRow(failure));
      }
      if (json) return undefined;
      if (rows.length === 0) return 'No failure was reported.';
      return formatTable(['MODULE', 'VERSION', 'PEOPLE', 'LAST', 'FAILURE', 'TENANTS', 'ID'], rows);
    });
}

async function* readFailures(api: ServerApi, query: Readonly<Record<string, string>>): AsyncGenerator<ListedFailure> {
  for (let after: string | null = ''; after !== null; ) {
    const asked = new URLSearchParams({ ...query, after, limit: String(failurePageMax) });
    const page: FailurePage = await api.read(`failures?${asked}`, failurePageSchema);
    yield* page.items;
    after = page.next;
  }
}

function formatRow({ id, last_at, module, people, tenants, version, ...cause }: ListedFailure): string[] {
  return [module, version ?? shellVersion, String(people), last_at, formatCause(cause), tenants.join(','), id];
}

const formatCause = ({ kind, message, name }: Pick<Failure, 'kind' | 'message' | 'name'>) =>
  `${kind}: ${[name, message].filter((text) => text !== '').join(': ')}`;

/** Formats a failure with its figures and its stack, in the sources where these are known. */
export function formatFailure(failure: Failure): string {
  const { browsers, first_at, last_at, module, others, people, stack, tenants, times, version } = failure;
  const list = (shares: Failure['tenants']) =>
    shares.map((share) => `${share.name || 'unknown'} ${share.people}`).join(', ');
  return [
    `${module} ${version ?? shellVersion}`,
    formatCause(failure),
    `people: ${people}, reports: ${times}, first ${first_at}, last ${last_at}`,
    `tenants: ${list(tenants)}`,
    `browsers: ${list(browsers)}`,
    ...(stack.length === 0 ? ['The browser has sent no stack.'] : stack.map(formatFrame)),
    ...others.map(
      (other) => `also in ${other.version ?? shellVersion}: people ${other.people}, last ${other.last_at}, ${other.id}`,
    ),
  ].join('\n');
}

function formatFrame({ source, ...frame }: Frame): string {
  const { column, file, line } = source ?? frame;
  return `  at ${frame.function || '(anonymous)'} (${file}:${line}:${column})`;
}
