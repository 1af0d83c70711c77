import { type RoleAssignment, rolePageSchema, roles } from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller, useMay } from '../caller/caller';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { FilterSelect } from '../select-field/select-field';
import { drawEmail, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createActionColumn, createColumns } from '../table/features';
import { useCommonTexts } from '../texts/common-texts';
import { GrantDialog, RevokeDialog } from './role-dialogs';
import { useRolesTexts } from './roles-texts';

const addressSchema = v.object({
  search: v.optional(v.string(), ''),
  role: v.optional(v.picklist([...roles, '']), ''),
  scope: v.optional(v.picklist(['tenant', 'portal']), 'tenant'),
});
const column = createColumns<RoleAssignment>();

/** The roles of the tenant; for operators, those of the whole portal too. */
export function Roles() {
  const t = useRolesTexts();
  const common = useCommonTexts();
  const { is_operator, tenant } = useCaller();
  const mayManage = useMay('roles.manage') || is_operator;
  const [{ scope, ...query }, setQuery] = useAddressState(addressSchema);
  const [dialog, setDialog] = useState<'grant' | RoleAssignment>();
  const isWhole = is_operator && scope === 'portal';
  const path = isWhole ? 'roles' : operatorPath`tenants/${tenant}/roles`;
  // Any query makes the server answer a page.
  const assignments = useReadList(path, rolePageSchema, { ...query, limit: 100 });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          meta: { isTitle: true },
          cell: drawText,
        }),
        column.accessor('email', { header: t('email'), cell: drawEmail }),
        column.accessor(({ granted }) => granted.role, {
          id: 'role',
          header: t('role'),
          cell: ({ getValue }) => common(`role.${getValue()}`),
        }),
        column.accessor(({ granted }) => granted.modules?.join(', ') ?? granted.tenant ?? t('everywhere'), {
          id: 'holds',
          header: t('holds'),
        }),
        ...(mayManage
          ? [
              createActionColumn((assignment: RoleAssignment) => (
                <Button
                  variant="plain"
                  aria-label={`${t('revoke')}: ${assignment.email}, ${common(`role.${assignment.granted.role}`)}`}
                  onClick={() => setDialog(assignment)}
                >
                  {t('revoke')}
                </Button>
              )),
            ]
          : []),
      ]),
    [t, common, mayManage],
  );
  const isFiltered = query.search !== '' || query.role !== '';
  return (
    <ViewPage
      title={t('title')}
      lead={isWhole ? t('lead_all') : t('lead', { tenant })}
      actions={mayManage && <Button onClick={() => setDialog('grant')}>{t('grant')}</Button>}
    >
      <div className="portico-console-filters">
        <SearchField label={t('search')} value={query.search} onSearch={(search) => setQuery({ search })} />
        <FilterSelect
          label={t('role')}
          options={[['', t('every_role')], ...roles.map((role) => [role, common(`role.${role}`)] as const)]}
          value={query.role}
          onChange={(role) => setQuery({ role })}
        />
        {is_operator && (
          <FilterSelect
            label={t('scope')}
            options={[
              ['tenant', t('in_tenant', { tenant })],
              ['portal', t('in_portal')],
            ]}
            value={scope}
            onChange={(scope) => setQuery({ scope })}
          />
        )}
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        source={assignments}
        getId={({ email, granted }) => `${email} ${granted.role} ${granted.tenant ?? ''}`}
        empty={
          <EmptyList
            text={t('none')}
            showAll={isFiltered && t('show_all')}
            onShowAll={() => setQuery({ search: '', role: '' })}
          />
        }
      />
      {dialog === 'grant' && <GrantDialog onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && <RevokeDialog assignment={dialog} onClose={() => setDialog(undefined)} />}
    </ViewPage>
  );
}
