import {
  type ScimToken,
  scimTokenListSchema,
  serviceKeyPageSchema,
  teamTokenPageSchema,
} from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller, useMay } from '../caller/caller';
import { Instant } from '../page/instant';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useRead, useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { drawInstant } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createActionColumn, createColumns } from '../table/features';
import { CreateTokenDialog } from './create-token-dialog';
import type { ListedToken } from './listed-token';
import { RevokeTokenDialog } from './revoke-token-dialog';
import { SecretDialog } from './secret-dialog';
import { useTokensTexts } from './tokens-texts';

const addressSchema = v.object({ search: v.optional(v.string(), '') });
const column = createColumns<ListedToken>();
const none: readonly ScimToken[] = [];

/** The team tokens and the service keys that the caller may see, and for operators the tokens of the tenant's directory. */
export function Tokens() {
  const t = useTokensTexts();
  const mayManage = useMay('tokens.manage');
  const [dialog, setDialog] = useState<'create' | ListedToken | { readonly secret: string }>();
  const [{ search }, setQuery] = useAddressState(addressSchema);
  const tokens = useReadList('team-tokens', teamTokenPageSchema, { search, limit: 100 });
  const keys = useReadList('service-keys', serviceKeyPageSchema, { search, limit: 100 });
  const { is_operator, tenant } = useCaller();
  const directories = useRead(operatorPath`tenants/${tenant}/scim-tokens`, scimTokenListSchema, undefined, is_operator);
  const ofDirectory = is_operator ? directories.data : none;
  const items = useMemo(
    (): readonly ListedToken[] | undefined =>
      tokens.data &&
      keys.data &&
      ofDirectory && [
        ...tokens.data.map((token) => ({ ...token, kind: 'team_token' as const })),
        ...keys.data.map(({ module, ...key }) => ({ ...key, modules: [module], kind: 'service_key' as const })),
        ...ofDirectory
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          .map((token) => ({ ...token, modules: [], kind: 'scim_token' as const })),
      ],
    [tokens.data, keys.data, ofDirectory, search],
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(({ modules, tenant }) => tenant ?? modules.join(', '), {
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
        column.accessor('created_at', { header: t('created_at'), cell: drawInstant }),
        column.accessor('last_used_at', {
          header: t('last_used'),
          cell: ({ getValue }) => <Instant at={getValue()} none={t('never')} />,
        }),
        column.accessor('expires_at', {
          header: t('expires'),
          cell: ({ getValue }) => {
            const at = getValue();
            const hasEnded = at !== null && Date.parse(at) <= Date.now();
            return hasEnded ? t('ended') : <Instant at={at} none={t('no_end')} />;
          },
        }),
        ...(mayManage
          ? [
              createActionColumn((token: ListedToken) => (
                <Button
                  variant="plain"
                  aria-label={`${t('revoke')}: ${token.tenant ?? token.modules.join(', ')} ${token.name}`}
                  onClick={() => setDialog(token)}
                >
                  {t('revoke')}
                </Button>
              )),
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
      <div className="portico-console-filters">
        <SearchField label={t('search')} value={search} onSearch={(typed) => setQuery({ search: typed })} />
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        source={{
          data: items,
          error: tokens.error ?? keys.error ?? directories.error,
          isFetching: tokens.isFetching || keys.isFetching || directories.isFetching,
          refetch: () =>
            Promise.all([tokens.refetch(), keys.refetch(), ...(is_operator ? [directories.refetch()] : [])]),
          hasNextPage: tokens.hasNextPage || keys.hasNextPage,
          isFetchingNextPage: tokens.isFetchingNextPage || keys.isFetchingNextPage,
          fetchNextPage: () =>
            Promise.all([tokens, keys].filter((list) => list.hasNextPage).map((list) => list.fetchNextPage())),
        }}
        getId={({ id }) => id}
        empty={
          <EmptyList
            text={t(search === '' ? 'none' : 'none_found')}
            showAll={search !== '' && t('show_all')}
            onShowAll={() => setQuery({ search: '' })}
          />
        }
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
