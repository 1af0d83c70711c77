import {
  browserNames,
  type Failure,
  type Frame,
  failurePageSchema,
  failureSchema,
  failureSorts,
} from '@portico/contract/publishing';
import { Option } from 'commander';
import { parseSince } from '../operator/audit-command';
import { PortalCommand } from '../server/portal-command';
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
      const { browser, json, module, search, since, sort, tenant, version } = options;
      if (id !== undefined) {
        const failure = await api.read(`failures/${encodeURIComponent(id)}`, failureSchema);
        return json ? JSON.stringify(failure) : formatFailure(failure);
      }
      const time = parseSince(since, new Date()).toISOString();
      const query = { module, version, tenant, browser, search, sort, since: time };
      const failures = await api.readPages('failures', failurePageSchema, query);
      if (json) return failures.map((failure) => JSON.stringify(failure)).join('\n') || undefined;
      if (failures.length === 0) return 'No failure was reported.';
      return formatTable(failures, {
        MODULE: 'module',
        VERSION: ({ version }) => version ?? shellVersion,
        PEOPLE: 'people',
        LAST: 'last_at',
        FAILURE: formatCause,
        TENANTS: ({ tenants }) => tenants.join(','),
        ID: 'id',
      });
    });
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
