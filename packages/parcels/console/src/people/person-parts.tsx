import type { Person, SignInRecord } from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { useMemo } from 'react';
import { useMay } from '../caller/caller';
import { Section } from '../page/section';
import { drawInstant } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createActionColumn, createColumns } from '../table/features';
import { usePeopleTexts } from './people-texts';
import type { Action } from './person-steps';
import { useDevice, useResult } from './use-names';

/** The applications of a person, and where each comes from. */
export function Apps({ person: { apps } }: { readonly person: Person }) {
  const t = usePeopleTexts();
  const byModule = new Map(apps.map((app) => [app.module, app.name]));
  return (
    <Section title={t('apps')}>
      {apps.length === 0 && <p className="portico-console-muted">{t('no_apps')}</p>}
      <ul className="portico-console-person-apps">
        {[...byModule].map(([module, name]) => (
          <li key={module}>
            <bdi>{name}</bdi>{' '}
            <span className="portico-console-muted">
              {apps
                .filter((one) => one.module === module)
                .map((app) => nameSource(t, app))
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function nameSource(t: ReturnType<typeof usePeopleTexts>, { granted_by: group, provider }: Person['apps'][number]) {
  if (provider === null) return group === null ? t('direct') : t('by_group', { group });
  return group === null ? t('by_provider', { provider }) : t('by_provider_group', { provider, group });
}

interface SessionsProps {
  readonly person: Person;
  readonly onChoose: (action: Action) => void;
}

const sessionColumn = createColumns<Person['sessions'][number]>();

/** The sessions of a person, each with a button that ends it. */
export function Sessions({ person: { sessions }, onChoose }: SessionsProps) {
  const t = usePeopleTexts();
  const nameDevice = useDevice();
  const mayHelp = useMay('people.help');
  const columns = useMemo(
    () =>
      sessionColumn.columns([
        sessionColumn.accessor(nameDevice, { id: 'browser', header: t('browser'), meta: { isTitle: true } }),
        sessionColumn.accessor('ip', { header: t('from') }),
        sessionColumn.accessor('created_at', { header: t('begin'), cell: drawInstant }),
        sessionColumn.accessor('last_used_at', { header: t('last_used'), cell: drawInstant }),
        ...(mayHelp
          ? [
              createActionColumn((session: Person['sessions'][number]) => (
                <Button
                  variant="plain"
                  aria-label={`${t('end')}: ${nameDevice(session)}`}
                  onClick={() => onChoose({ kind: 'end_session', session: session.id })}
                >
                  {t('end')}
                </Button>
              )),
            ]
          : []),
      ]),
    [t, nameDevice, mayHelp, onChoose],
  );
  return (
    <Section
      title={t('sessions')}
      action={
        mayHelp &&
        sessions.length > 0 && (
          <Button variant="quiet" onClick={() => onChoose({ kind: 'end_sessions' })}>
            {t('end_all')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('sessions')}
        columns={columns}
        source={{ data: sessions }}
        getId={({ id }) => id}
        empty={<p>{t('no_sessions')}</p>}
      />
    </Section>
  );
}

const signInColumn = createColumns<SignInRecord>();

/** The sign-ins of 30 days, those refused with the reason. */
export function SignIns({ person: { sign_ins } }: { readonly person: Person }) {
  const t = usePeopleTexts();
  const getResult = useResult();
  const nameDevice = useDevice();
  const columns = useMemo(
    () =>
      signInColumn.columns([
        signInColumn.accessor('at', {
          header: t('at'),
          meta: { isTitle: true },
          cell: drawInstant,
        }),
        signInColumn.accessor(getResult, {
          id: 'result',
          header: t('result'),
          cell: ({ getValue, row }) => (
            <span className={row.original.reason === null ? undefined : 'portico-console-refused-sign-in'}>
              {getValue()}
            </span>
          ),
        }),
        signInColumn.accessor('ip', { header: t('from') }),
        signInColumn.accessor(nameDevice, { id: 'browser', header: t('browser') }),
      ]),
    [t, getResult, nameDevice],
  );
  return (
    <Section title={t('sign_ins')}>
      <DataTable
        label={t('sign_ins')}
        columns={columns}
        source={{ data: sign_ins }}
        getId={({ at, ip, reason }) => `${at} ${ip} ${reason}`}
        empty={<p>{t('no_sign_ins')}</p>}
      />
    </Section>
  );
}
