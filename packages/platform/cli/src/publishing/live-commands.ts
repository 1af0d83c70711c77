import { formatAllowance, listNeeds } from '@portico/contract';
import { type ModuleStatus, mapChangeListSchema, moduleStatusListSchema } from '@portico/contract/publishing';
import { PortalCommand } from '../server/portal-command';
import { changeModule } from '../server/server-api';
import {
  CommandError,
  createParser,
  parseModule,
  parseReason,
  parseVersion,
  type ReasonOption,
  wholeNumber,
} from '../terminal/arguments';
import {
  formatAudience,
  formatCheck,
  formatTable,
  formatUsers,
  notInMap,
  resolveAddress,
  shellVersion,
} from '../terminal/format';
import { describeRollout } from '../terminal/format-rollout';

export function liveCommands(): PortalCommand[] {
  return [
    rollbackCommand(),
    canaryCommand('promote', 'Promote the canary of a module: make it live for all users'),
    canaryCommand('withdraw', 'Withdraw the canary of a module'),
    canaryCommand('widen', 'Start the next step of the plan of a rollout now'),
    canaryCommand('hold', 'Stop the plan of a rollout; its users keep the version'),
    canaryCommand('continue', 'Let the plan of a rollout continue'),
    statusCommand(),
    historyCommand(),
  ];
}

function rollbackCommand(): PortalCommand {
  return new PortalCommand('publisher', 'rollback')
    .description('Roll back a module to the previous version, or to a named one')
    .argument('<module>', 'the key of the module', parseModule)
    .argument('[version]', 'a published version (default: the previous one)', parseVersion)
    .option('--to <version>', 'the version, as an option', parseVersion)
    .option('--reason <text>', 'a reason for the history', parseReason)
    .run(async (api, module: string, named: string | undefined, options: ReasonOption & { readonly to?: string }) => {
      const { to, reason } = options;
      if (named !== undefined && to !== undefined && named !== to) {
        throw new CommandError(`Name one version: ${named} or ${to}.`);
      }
      return changeModule(api, module, 'rollback', { version: named ?? to, reason });
    });
}

function canaryCommand(verb: string, description: string): PortalCommand {
  return new PortalCommand('publisher', verb)
    .description(description)
    .argument('<module>', 'the key of the module', parseModule)
    .option('--reason <text>', 'a reason for the history', parseReason)
    .run((api, module: string, { reason }: ReasonOption) => changeModule(api, module, verb, { reason }));
}

function statusCommand(): PortalCommand {
  return new PortalCommand('publisher', 'status')
    .description('Show the live version of each module, its address and its rollout')
    .argument('[module]', 'the key of the module (default: all)')
    .run(async (api, module: string | undefined) => {
      const all = await api.read('modules', moduleStatusListSchema);
      const wanted = all.filter((status) => module === undefined || status.module === module);
      if (module !== undefined && wanted.length === 0) throw new CommandError(`The portal has no module "${module}".`);
      const table = formatTable(wanted, {
        MODULE: 'module',
        VERSION: ({ address, version }) => version ?? (address === null ? '' : shellVersion),
        SINCE: ({ in_rollout, since }) => `${since ?? ''}${in_rollout ? ', in rollout' : ''}`,
        BY: 'by',
        CHECKED: ({ checked_by }) => formatCheck(checked_by),
        CANARY: formatCanary,
        ADDRESS: ({ address }) => (address === null ? notInMap : resolveAddress(address, api.address)),
      });
      return [table, ...wanted.flatMap(describeRollout), ...wanted.flatMap(describeRefused)].join('\n');
    });
}

/** Says which needs pages block, and the field of the configuration that allows them. */
function describeRefused({ module, refused }: ModuleStatus): string[] {
  if (!refused) return [];
  const needs = listNeeds(refused).join(', ');
  return [`${module} needs ${needs}, which pages block. To allow it, configure ${formatAllowance(module, refused)}.`];
}

function formatCanary(status: ModuleStatus): string {
  if (status.canary === null) return '';
  const { checked_by, version } = status.canary;
  // The column is long: only an unchecked canary is marked.
  return `${version} for ${formatAudience(status)}${checked_by === 'nobody' ? ', unchecked' : ''}`;
}

const mostChanges = 200;

function historyCommand(): PortalCommand {
  const parseLimit = createParser(wholeNumber(1, mostChanges), `a number from 1 to ${mostChanges}`);
  return new PortalCommand('publisher', 'history')
    .description('List the changes of the live import map, latest first')
    .argument('[module]', 'the key of the module (default: all)', parseModule)
    .option('--limit <number>', `the number of changes, at most ${mostChanges}`, parseLimit, 50)
    .run(async (api, module: string | undefined, { limit }: { readonly limit: number }) => {
      const query = new URLSearchParams({ limit: `${limit}`, ...(module !== undefined && { module }) });
      const changes = await api.read(`history?${query}`, mapChangeListSchema);
      if (changes.length === 0) return `Nothing has been published yet${module === undefined ? '' : ` for ${module}`}.`;
      return formatTable(changes, {
        REVISION: 'revision',
        WHEN: 'at',
        WHO: 'by',
        MODULE: 'module',
        WHAT: ({ action, audience }) => (audience === null ? action : `${action} for ${formatUsers(audience)}`),
        FROM: ({ from }) => from ?? shellVersion,
        TO: ({ action, to }) => to ?? (action === 'remove' ? notInMap : shellVersion),
        CHECKED: ({ checked_by }) => formatCheck(checked_by),
        WHY: 'reason',
      });
    });
}
