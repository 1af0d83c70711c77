import { type Invitation, invitationPageSchema } from '@portico/contract/administration';
import { Button, buttonClass } from '@portico/ui';
import { useMemo, useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller, useMay } from '../caller/caller';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { drawInstant, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createActionColumn, createColumns } from '../table/features';
import { InvitationDialog, type InvitationStep, isOpen } from './invitation-dialog';
import { useInvitationTexts } from './invitation-texts';
import sheet from './invitations.css';
import { Invite } from './invite';

/** The invitations of the tenant, and the page that makes new ones. */
export function Invitations() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path="new" element={<Invite />} />
      <Route path="*" element={<InvitationList />} />
    </Routes>
  );
}

const addressSchema = v.object({ search: v.optional(v.string(), '') });
const column = createColumns<Invitation>();

function InvitationList() {
  const t = useInvitationTexts();
  const { tenant } = useCaller();
  const [mayManage, mayHelp] = [useMay('people.manage'), useMay('people.help')];
  const [{ search }, setAddress] = useAddressState(addressSchema);
  const path = operatorPath`tenants/${tenant}/invitations`;
  const invitations = useReadList(path, invitationPageSchema, { search });
  const [step, setStep] = useState<InvitationStep>();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('email', {
          header: t('email'),
          meta: { isTitle: true },
          cell: ({ getValue }) => <Link to={`/people/${encodeURIComponent(getValue())}`}>{getValue()}</Link>,
        }),
        column.accessor('name', { header: t('name'), cell: drawText }),
        column.accessor('state', { header: t('state'), cell: (cell) => t(cell.getValue()) }),
        column.accessor('expires_at', { header: t('until'), cell: drawInstant }),
        createActionColumn(
          (invitation: Invitation) =>
            isOpen(invitation) && (
              <div className="portico-console-actions">
                {mayHelp && (
                  <Button variant="plain" onClick={() => setStep({ kind: 'resend', invitation })}>
                    {t('resend')}
                  </Button>
                )}
                {mayManage && (
                  <Button variant="plain" onClick={() => setStep({ kind: 'withdraw', invitation })}>
                    {t('withdraw')}
                  </Button>
                )}
              </div>
            ),
        ),
      ]),
    [t, mayManage, mayHelp],
  );
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead', { tenant })}
      actions={
        mayManage && (
          <Link className={buttonClass()} to="/invitations/new">
            {t('new')}
          </Link>
        )
      }
    >
      <SearchField label={t('search')} value={search} onSearch={(value) => setAddress({ search: value })} />
      <DataTable
        label={t('list')}
        columns={columns}
        source={invitations}
        getId={({ id }) => id}
        empty={
          <EmptyList
            text={t(search === '' ? 'none' : 'none_filtered')}
            showAll={search !== '' && t('show_all')}
            onShowAll={() => setAddress({ search: '' })}
          />
        }
      />
      {step && <InvitationDialog step={step} onClose={() => setStep(undefined)} />}
    </ViewPage>
  );
}
