import { tenantKeySchema } from '@portico/contract';
import { type AuditRecord, auditQuerySchema } from '@portico/contract/administration';
import { useLocale, usePortal } from '@portico/module-kit';
import { Button } from '@portico/ui';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { flag, useAddressState } from '../address-state/use-address-state';
import { useCaller } from '../caller/caller';
import { CommandLine, listOptions } from '../command-line/command-line';
import { ViewPage } from '../page/view-page';
import { download } from '../request/download';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useOperator } from '../request/operator-provider';
import { SearchField } from '../search-field/search-field';
import { FilterCheckbox } from '../select-field/filter-checkbox';
import { FilterSelect } from '../select-field/select-field';
import { drawEmail, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createColumns } from '../table/features';
import { actions, useAuditTexts } from './audit-texts';
import { formatCsv } from './export-records';
import { formatDetails } from './format-details';
import { exportMax, readAll, useAudit } from './use-audit';

const text = v.optional(v.string(), '');
const time = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.isoDateTime())]), '');
const tenantSchema = v.optional(v.union([v.literal(''), tenantKeySchema]), '');
const addressSchema = v.object({
  user: text,
  actor: text,
  action: text,
  tenant: tenantSchema,
  from: time,
  until: time,
  reads: flag,
  all: flag,
});
const column = createColumns<AuditRecord>();

/** The audit log of the tenant; operators may read that of the whole portal. */
export function Audit() {
  const t = useAuditTexts();
  const locale = useLocale();
  const portal = usePortal();
  const client = useOperator();
  const explain = useExplain();
  const caller = useCaller();
  const [address, setAddress] = useAddressState(addressSchema);
  const isAll = caller.is_operator && address.all;
  const path = isAll ? 'audit' : operatorPath`tenants/${caller.tenant}/audit`;
  const { action, actor, reads, user } = address;
  const tenant = isAll ? address.tenant : '';
  const [since, until] = [formatInstant(address.from), formatInstant(address.until)];
  // A half-typed one is no filter yet: the server would refuse it.
  const filters = { user: isComplete('user', user) ? user : '', actor: isComplete('actor', actor) ? actor : '' };
  const query = { ...filters, action, tenant, since, until, reads: reads || undefined };
  const records = useAudit(path, query);

  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('action', {
          header: t('action'),
          meta: { isTitle: true },
          cell: (cell) => t.find(`action.${cell.getValue()}`) ?? cell.getValue(),
        }),
        column.accessor('at', {
          header: t('at'),
          cell: (cell) => <time dateTime={cell.getValue()}>{new Date(cell.getValue()).toLocaleString(locale)}</time>,
        }),
        column.accessor(({ actor }) => actor.name ?? actor.id ?? actor.kind, {
          id: 'by',
          header: t('by'),
          cell: drawEmail,
        }),
        column.accessor(({ user }) => user?.email ?? user?.id ?? '', {
          id: 'about',
          header: t('about'),
          cell: drawEmail,
        }),
        ...(isAll ? [column.accessor(({ tenant }) => tenant ?? '', { id: 'tenant', header: t('tenant') })] : []),
        column.accessor(({ target }) => target ?? '', { id: 'target', header: t('target'), cell: drawText }),
        column.accessor(({ details }) => formatDetails(t, locale, details), {
          id: 'details',
          header: t('details'),
          cell: drawText,
        }),
        column.accessor(({ address }) => address ?? '', { id: 'address', header: t('address') }),
      ]),
    [t, locale, isAll],
  );

  const [saved, setSaved] = useState<'csv' | 'json'>();
  const save = async (kind: 'csv' | 'json') => {
    setSaved(kind);
    try {
      const all = await readAll(client, path, query);
      const body = kind === 'csv' ? formatCsv(all) : JSON.stringify(all, null, 2);
      download(new Blob([body], { type: kind === 'csv' ? 'text/csv' : 'application/json' }), `audit.${kind}`);
      if (all.length >= exportMax) portal.toast({ type: 'warning', text: t('cut', { count: all.length }) });
    } catch (error) {
      portal.toast({ type: 'error', text: explain(error) });
    }
    setSaved(undefined);
  };
  const commandTenant = isAll ? tenant : caller.tenant;
  // The command alone would begin yesterday.
  const options = { ...filters, action, tenant: commandTenant, since: since || '2000-01-01', until };
  return (
    <ViewPage
      title={t('title')}
      lead={isAll ? t('lead_all') : t('lead', { tenant: caller.tenant })}
      actions={(['csv', 'json'] as const).map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          isBusy={saved === kind}
          isOnHold={saved !== undefined}
          onClick={() => save(kind)}
        >
          {t(kind)}
        </Button>
      ))}
    >
      <div className="portico-console-filters">
        <SearchField
          label={t('user')}
          placeholder={t('user_short')}
          value={user}
          onSearch={(value) => setAddress({ user: value })}
        />
        <SearchField
          label={t('actor')}
          placeholder={t('actor_short')}
          value={actor}
          onSearch={(value) => setAddress({ actor: value })}
        />
        {isAll && (
          <SearchField label={t('tenant')} value={tenant} onSearch={(value) => setAddress({ tenant: value })} />
        )}
        <FilterSelect
          label={t('action')}
          options={[
            ['', t('any')],
            ...[...new Set([...actions, ...(action ? [action] : [])])].map(
              (key) => [key, t.find(`action.${key}`) ?? key] as const,
            ),
          ]}
          value={action}
          onChange={(action) => setAddress({ action })}
        />
        {(['from', 'until'] as const).map((name) => (
          <label key={name}>
            {t(name)}
            <input
              className="portico-ui-input"
              type="datetime-local"
              value={address[name]}
              onChange={(event) => setAddress({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        {(caller.is_operator ? (['reads', 'all'] as const) : (['reads'] as const)).map((name) => (
          <FilterCheckbox
            key={name}
            label={t(name)}
            isChecked={address[name]}
            onChange={(isChecked) => setAddress({ [name]: isChecked })}
          />
        ))}
      </div>
      {(filters.user !== user || filters.actor !== actor) && <p role="status">{t('incomplete')}</p>}
      <CommandLine words={['audit', ...listOptions(options), ...(reads ? ['--reads'] : [])]} />
      <DataTable
        label={t('list')}
        columns={columns}
        source={records}
        getId={({ id }) => String(id)}
        empty={<p>{t('none')}</p>}
      />
    </ViewPage>
  );
}

/** Whether the server takes a filter. An empty one is none. */
function isComplete(name: 'user' | 'actor', value: string): boolean {
  return value === '' || v.is(auditQuerySchema, { [name]: value });
}

/** @param local a time of the browser's time zone, as `<input type="datetime-local">` has it */
function formatInstant(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
