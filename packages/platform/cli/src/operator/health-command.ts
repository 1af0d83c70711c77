import { type Health, healthSchema } from '@portico/contract';
import { PortalCommand } from '../server/portal-command';
import { formatColumns } from '../terminal/format';

export function healthCommand(): PortalCommand {
  return new PortalCommand('operator', 'health')
    .description('Show the state of the server, and of what it needs')
    .run(async (api) => formatColumns([['PART', 'STATE', ''], ...listParts(await api.read('health', healthSchema))]));
}

function listParts({ backup, broker, database, disk, mail, notifications, push, server }: Health): string[][] {
  const mails = `${mail.waiting} waiting, ${mail.failed} failed`;
  return [
    ['server', server.state, `version ${server.version}, database ${server.schema}, since ${server.started_at}`],
    ['database', database.state, `answers in ${database.milliseconds} ms`],
    ['backup', backup.state, backup.last_at === null ? 'none by portico backup' : `last ${backup.last_at}`],
    ['mail', mail.state, mail.state === 'off' ? `no SMTP server; ${mail.outbox} in the outbox` : mails],
    ['notifications', notifications.state, `${notifications.waiting} waiting`],
    ['push', push.state, push.state === 'off' ? 'not configured' : `${push.waiting} waiting`],
    ['broker', broker.state, broker.connections === null ? 'external' : `${broker.connections} connections`],
    ['disk', disk.state, `${formatGigabytes(disk.free_bytes)} of ${formatGigabytes(disk.total_bytes)} free`],
  ];
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
