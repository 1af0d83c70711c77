import { serviceKeyListSchema, teamTokenListSchema } from '@portico/contract';
import { Button } from '@portico/ui';
import { useMemo, useState } from 'react';
import { useMay } from '../caller/caller';
import { Instant } from '../page/instant';
import { ViewPage } from '../page/view-page';
import { useRead } from '../request/use-read';
import { DataTable } from '../table/data-table';
import { createColumns } from '../table/features';
import { useTexts } from '../texts/define-texts';
import { CreateTokenDialog } from './create-token-dialog';
import type { ListedToken } from './listed-token';
import { RevokeTokenDialog } from './revoke-token-dialog';
import { SecretDialog } from './secret-dialog';
import { tokensTexts } from './tokens-texts';

const column = createColumns<ListedToken>();

/** The team tokens and the service keys that the caller may see. */
export function Tokens() {
  const t = useTexts(tokensTexts);
  const mayManage = useMay('tokens.manage');
  const [dialog, setDialog] = useState<'create' | ListedToken | { readonly secret: string }>();
  const tokens = useRead('team-tokens', teamTokenListSchema);
  const keys = useRead('service-keys', serviceKeyListSchema);
  const items = useMemo(
    (): readonly ListedToken[] | undefined =>
      tokens.data &&
      keys.data && [
        ...tokens.data.map((token) => ({ ...token, kind: 'team_token' as const })),
        ...keys.data.map(({ module, ...key }) => ({ ...key, modules: [module], kind: 'service_key' as const })),
      ],
    [tokens.data, keys.data],
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(({ modules }) => modules.join(', '), {
          id: 'modules',
          header: t('modules'),
          meta: { isTitle: true },
        }),
        column.accessor(({ kind }) => t(kind), { id: 'kind', header: t('kind') }),
        column.accessor('name', {
          header: t('name'),
          cell: ({ getValue }) => <bdi>{getValue() || t('unnamed')}</bdi>,
        }),
        column.accessor(({ created_by }) => (created_by === 'operator' ? t('operator_key') : (created_by ?? '–')), {
          id: 'created_by',
          header: t('created_by'),
        }),
        column.accessor('created_at', { header: t('created_at'), cell: ({ getValue }) => <Instant at={getValue()} /> }),
        column.accessor('last_used_at', {
          header: t('last_used'),
          cell: ({ getValue }) => <Time at={getValue()} none={t('never')} />,
        }),
        column.accessor('expires_at', {
          header: t('expires'),
          cell: ({ getValue }) => {
            const at = getValue();
            const hasEnded = at !== null && Date.parse(at) <= Date.now();
            return hasEnded ? t('ended') : <Time at={at} none={t('no_end')} />;
          },
        }),
        ...(mayManage
          ? [
              column.display({
                id: 'actions',
                header: t('actions'),
                meta: { isLabelHidden: true },
                cell: ({ row: { original } }) => (
                  <Button
                    variant="plain"
                    aria-label={`${t('revoke')}: ${original.modules.join(', ')} ${original.name}`}
                    onClick={() => setDialog(original)}
                  >
                    {t('revoke')}
                  </Button>
                ),
              }),
            ]
          : []),
      ]),
    [t, mayManage],
  );
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead')}
      actions={mayManage && <Button onClick={() => setDialog('create')}>{t('create')}</Button>}
    >
      <DataTable
        label={t('list')}
        columns={columns}
        source={{
          data: items,
          error: tokens.error ?? keys.error,
          isFetching: tokens.isFetching || keys.isFetching,
          refetch: () => Promise.all([tokens.refetch(), keys.refetch()]),
        }}
        getId={({ id }) => id}
        empty={<p>{t('none')}</p>}
      />
      {dialog === 'create' && (
        <CreateTokenDialog
          onCreate={(secret) => setDialog({ secret })}
          // The secret follows the form.
          onClose={() => setDialog((current) => (current === 'create' ? undefined : current))}
        />
      )}
      {typeof dialog === 'object' &&
        ('secret' in dialog ? (
          <SecretDialog secret={dialog.secret} onClose={() => setDialog(undefined)} />
        ) : (
          <RevokeTokenDialog token={dialog} onClose={() => setDialog(undefined)} />
        ))}
    </ViewPage>
  );
}

function Time({ at, none }: { readonly at: string | null; readonly none: string }) {
  return at === null ? none : <Instant at={at} />;
}
