import { type Health as HealthAnswer, type HealthState, healthSchema } from '@portico/contract';
import { useLocale } from '@portico/module-kit';
import { CommandLine } from '../command-line/command-line';
import { Fetched } from '../page/fetched';
import { formatInstant } from '../page/instant';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { useRead } from '../request/use-read';
import sheet from './health.css';
import { useHealthTexts } from './health-texts';

/** A line for each part of the portal: its state in a word, and its figures. */
export function Health() {
  useStyleSheet(sheet);
  const t = useHealthTexts();
  const locale = useLocale();
  const health = useRead('health', healthSchema);
  return (
    <ViewPage title={t('title')} lead={t('lead')}>
      <Fetched source={health} rows={8}>
        {(data) => (
          <>
            <dl className="portico-console-card portico-console-health">
              {describe(data, t, locale).map(([part, state, text]) => (
                <div key={part}>
                  <dt>{t(part)}</dt>
                  <dd className="portico-console-health-state" data-state={state}>
                    {t(state)}
                  </dd>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <CommandLine words={['health']} />
          </>
        )}
      </Fetched>
    </ViewPage>
  );
}

type Line = readonly [part: keyof HealthAnswer, state: HealthState, text: string];

function describe(health: HealthAnswer, t: ReturnType<typeof useHealthTexts>, locale: string): Line[] {
  const { backup, broker, database, disk, mail, notifications, push, server } = health;
  const { schema, started_at, version } = server;
  const brokerText =
    broker.state === 'failed'
      ? t('broker_failed')
      : broker.connections === null
        ? t('broker_external')
        : t('broker_text', { count: broker.connections });
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });
  const formatSize = (bytes: number) => size.format(bytes / 1e9);
  return [
    ['server', server.state, t('server_text', { version, schema, since: formatInstant(started_at, locale) })],
    ['database', database.state, t('database_text', { milliseconds: database.milliseconds })],
    [
      'backup',
      backup.state,
      backup.last_at === null ? t('backup_none') : t('backup_text', { at: formatInstant(backup.last_at, locale) }),
    ],
    [
      'mail',
      mail.state,
      mail.state === 'off'
        ? t('mail_off', { count: mail.outbox })
        : t('mail_text', { waiting: mail.waiting, failed: mail.failed }),
    ],
    ['notifications', notifications.state, t('waiting', { waiting: notifications.waiting })],
    ['push', push.state, push.state === 'off' ? t('push_off') : t('waiting', { waiting: push.waiting })],
    ['broker', broker.state, brokerText],
    ['disk', disk.state, t('disk_text', { free: formatSize(disk.free_bytes), total: formatSize(disk.total_bytes) })],
  ];
}
