import { type AuditRecord, auditQuerySchema, auditRecordListSchema } from '@portico/contract/administration';
import { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { CommandError, parseArgument } from '../terminal/arguments';
import { formatColumns } from '../terminal/format';

interface AuditOptions {
  readonly since: string;
  readonly until?: string;
  readonly user?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly tenant?: string;
  readonly reads?: true;
  readonly json?: true;
}

/** Maximum number of records in one answer. */
const pageSize = 500;

const unitMilliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function auditCommand(): PortalCommand {
  return new PortalCommand('operator', 'audit')
    .description('List who did what, on what, from where and when')
    .option(
      '--since <time>',
      'a time such as 2026-05-01 or 2026-05-01T09:30:00Z, or an age such as 30m, 12h or 7d',
      '24h',
    )
    .option('--until <time>', 'the end of the time, in the same form')
    .option('--user <email>', 'only what happened to this user: their e-mail or their id')
    .option('--actor <actor>', 'only what this actor did: an e-mail, an id, or user, operator, team, visitor or portal')
    .option('--action <action>', 'only this action, for example sign-in-refused')
    .option('--tenant <key>', 'only records of this tenant')
    .option('--reads', 'also what operators and people with a role have read')
    .option('--json', 'print one JSON object a line')
    .run(async (api, { json, since, until, ...filters }: AuditOptions) => {
      const now = new Date();
      const end = until && { until: parseSince(until, now).toISOString() };
      const query = { ...filters, ...end, reads: filters.reads === true ? 'true' : 'false' };
      parseArgument(auditQuerySchema, query, auditHint);
      const rows = [['WHEN', 'WHO', 'WHAT', 'USER', 'TENANT', 'ON', 'FROM', 'REQUEST', 'DETAILS']];
      for await (const record of readAudit(api, parseSince(since, now), query)) {
        if (json) console.log(JSON.stringify(record));
        else rows.push(formatRecord(record));
      }
      if (json) return undefined;
      return formatColumns(rows);
    });
}

/** @throws CommandError when the text is neither a time nor an age */
export function parseSince(text: string, now: Date): Date {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (unit === 'm' || unit === 'h' || unit === 'd') {
    // The server reads years of four digits only, and no record is older than 1970.
    return new Date(Math.max(0, now.getTime() - Number(count) * unitMilliseconds[unit]));
  }
  const time = new Date(startsWithDay(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) {
    throw new CommandError(`"${text}" is neither a time such as 2026-05-01T09:30:00Z nor an age such as 12h.`);
  }
  return time;
}

/** Whether the text starts with a day of the calendar; `Date` reads 31 February as 3 March. */
function startsWithDay(text: string): boolean {
  const [day] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(text) ?? [];
  const start = day === undefined ? undefined : new Date(day).getTime();
  return start !== undefined && !Number.isNaN(start) && new Date(start).toISOString().slice(0, 10) === day;
}

const auditHint =
  'A user is an e-mail or an id; an actor also user, operator, team, visitor or portal; an action is a word such as sign-in-refused; a tenant is its key.';

async function* readAudit(
  api: ServerApi,
  start: Date,
  filters: Readonly<Record<string, string>>,
): AsyncGenerator<AuditRecord> {
  let last = { at: start.toISOString(), id: 0 };
  for (let size = pageSize; size === pageSize; ) {
    const query = new URLSearchParams({ ...filters, since: last.at, after: `${last.id}`, limit: `${pageSize}` });
    const page = await api.read(`audit?${query}`, auditRecordListSchema);
    yield* page;
    size = page.length;
    last = page.at(-1) ?? last;
  }
}

/** Formats a row of the table. Deleted users appear with their id. */
export function formatRecord(record: AuditRecord): string[] {
  const { account, action, actor, address, at, details, request_id, target, tenant, user } = record;
  const who = actor.name ?? actor.id ?? actor.kind;
  const about = user ? (user.email ?? user.id) : account === null ? '' : `unknown ${account.slice(0, 8)}`;
  const texts = Object.entries(details).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [at, who, action, about, tenant ?? '', target ?? '', address ?? '', request_id ?? '', texts.join(' ')];
}
