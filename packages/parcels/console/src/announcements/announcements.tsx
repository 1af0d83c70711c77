import { pickAnnouncementText } from '@portico/contract';
import { type Announcement, announcementPageSchema, announcementStates } from '@portico/contract/administration';
import { useLocale } from '@portico/module-kit';
import { Button, buttonClass } from '@portico/ui';
import { useMemo, useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { useReadList } from '../request/use-read';
import { FilterCheckbox } from '../select-field/filter-checkbox';
import { FilterSelect } from '../select-field/select-field';
import { drawInstant, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createActionColumn, createColumns } from '../table/features';
import { AnnouncementEditor } from './announcement-editor';
import { useAnnouncementTexts } from './announcement-texts';
import sheet from './announcements.css';
import { isEditable } from './draft';
import { useScope } from './use-scope';

/** The announcements of the tenant or of all, and the form for one. */
export function Announcements() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":id" element={<AnnouncementEditor />} />
      <Route path="*" element={<AnnouncementList />} />
    </Routes>
  );
}

const column = createColumns<Announcement>();

interface Step {
  readonly kind: 'end' | 'remove';
  readonly announcement: Announcement;
}

/** The announcements that are planned, shown now and over, the latest begin first. */
function AnnouncementList() {
  const t = useAnnouncementTexts();
  const locale = useLocale();
  const { is_operator } = useCaller();
  const mayManage = useMay('announcements.manage');
  const { change, isAll, path, search, state, tenant, words } = useScope();
  const announcements = useReadList(path, announcementPageSchema, { state });
  const [step, setStep] = useState<Step>();
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(({ texts }) => pickAnnouncementText(texts, locale).title, {
          id: 'title',
          header: t('name'),
          meta: { isTitle: true },
          cell: drawText,
        }),
        column.accessor('state', { header: t('state'), cell: (cell) => t(cell.getValue()) }),
        column.accessor('delivery', { header: t('as'), cell: (cell) => t(cell.getValue()) }),
        column.accessor('begins_at', { header: t('from'), cell: drawInstant }),
        column.accessor(({ ends_at }) => ends_at ?? '', {
          id: 'ends_at',
          header: t('until'),
          cell: drawInstant,
        }),
        column.accessor(({ module }) => module ?? t('everybody'), { id: 'module', header: t('module') }),
        createActionColumn(
          (announcement: Announcement) =>
            mayManage && (
              <div className="portico-console-actions">
                {isEditable(announcement) && (
                  <Link className={buttonClass('plain')} to={`/announcements/${announcement.id}${search}`}>
                    {t('change')}
                  </Link>
                )}
                {announcement.state === 'now' && announcement.delivery === 'banner' ? (
                  <Button variant="plain" onClick={() => setStep({ kind: 'end', announcement })}>
                    {t('end')}
                  </Button>
                ) : (
                  <Button variant="plain" onClick={() => setStep({ kind: 'remove', announcement })}>
                    {t('remove')}
                  </Button>
                )}
              </div>
            ),
        ),
      ]),
    [t, locale, mayManage, search],
  );
  return (
    <ViewPage
      title={t('title')}
      lead={isAll ? t('lead_all') : t('lead', { tenant })}
      actions={
        mayManage && (
          <Link className={buttonClass()} to={`/announcements/new${search}`}>
            {t('new')}
          </Link>
        )
      }
    >
      <div className="portico-console-filters">
        <FilterSelect
          label={t('state')}
          options={[['', t('any')], ...announcementStates.map((one) => [one, t(one)] as const)]}
          value={state}
          onChange={(state) => change({ state })}
        />
        {is_operator && <FilterCheckbox label={t('all')} isChecked={isAll} onChange={(all) => change({ all })} />}
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        source={announcements}
        getId={({ id }) => id}
        empty={
          <EmptyList
            text={t(state === '' ? 'none' : 'none_filtered')}
            showAll={state !== '' && t('any')}
            onShowAll={() => change({ state: '' })}
          />
        }
      />
      {step && (
        <ConfirmDialog
          title={t(`${step.kind}_title`, { title: pickAnnouncementText(step.announcement.texts, locale).title })}
          text={t(`${step.kind}_text`)}
          confirm={t(step.kind)}
          isDangerous={step.kind === 'remove'}
          action={(client) =>
            step.kind === 'end'
              ? client.send(`${path}/${step.announcement.id}`, { method: 'PATCH', body: { ends_at: 'now' } })
              : client.send(`${path}/${step.announcement.id}`, { method: 'DELETE' })
          }
          {...(step.kind === 'end' && { command: ['announcement', 'end', step.announcement.id, ...words] })}
          onClose={() => setStep(undefined)}
        />
      )}
    </ViewPage>
  );
}
