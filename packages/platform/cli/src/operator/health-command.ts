import { type Health, healthSchema } from '@portico/contract';
import { PortalCommand } from '../server/portal-command';
import { formatTable } from '../terminal/format';

export function healthCommand(): PortalCommand {
  return new PortalCommand('operator', 'health')
    .description('Show the state of the server, and of what it needs')
    .run(async (api) => {
      const health = await api.read('health', healthSchema);
      const parts = describe(health);
      return formatTable(
        ['PART', 'STATE', ''],
        Object.entries(parts).map(([part, { state, text }]) => [part, state, text]),
      );
    });
}

function describe({ backup, broker, database, disk, mail, notifications, push, server }: Health) {
  return {
    server: { ...server, text: `version ${server.version}, database ${server.schema}, since ${server.started_at}` },
    database: { ...database, text: `answers in ${database.milliseconds} ms` },
    backup: { ...backup, text: backup.last_at === null ? 'none by portico backup' : `last ${backup.last_at}` },
    mail: {
      ...mail,
      text:
        mail.state === 'off'
          ? `no SMTP server; ${mail.outbox} in the outbox`
          : `${mail.waiting} waiting, ${mail.failed} failed`,
    },
    notifications: { ...notifications, text: `${notifications.waiting} waiting` },
    push: { ...push, text: push.state === 'off' ? 'not configured' : `${push.waiting} waiting` },
    broker: { ...broker, text: broker.connections === null ? 'external' : `${broker.connections} connections` },
    disk: { ...disk, text: `${formatGigabytes(disk.free_bytes)} of ${formatGigabytes(disk.total_bytes)} free` },
  };
}

function formatGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
