import { modulePrefix } from '@portico/contract';
import { Button, Notice } from '@portico/ui';
import { useEffect, useMemo, useState } from 'react';
import { useMay } from '../caller/caller';
import { Section } from '../page/section';
import { ViewPage } from '../page/view-page';
import { drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createActionColumn, createColumns } from '../table/features';
import { AddressForm } from './address-form';
import { areOverridesOn, changeOverrides, listStoredOverrides, readPageOverrides } from './browser-overrides';
import { useOverridesTexts } from './overrides-texts';
import { VersionForm } from './version-form';

/** A module that this browser loads another build of. */
interface Row {
  readonly name: string;
  readonly what: string;
  readonly isOverride: boolean;
}

const column = createColumns<Row>();

/** The overrides and previews of this browser. Each change reloads the page. */
export function Overrides() {
  const t = useOverridesTexts();
  const mayPreview = useMay('releases.manage');
  const [{ origins, previews }] = useState(readPageOverrides);
  const [isOn, setOn] = useState(areOverridesOn);
  const [overrides, setOverrides] = useState(listStoredOverrides);
  useEffect(() => {
    // Other tabs change them too.
    const read = () => {
      setOn(areOverridesOn());
      setOverrides(listStoredOverrides());
    };
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  const rows = useMemo(
    () => [
      ...(isOn ? overrides : []).map(({ address, name }) => ({ name, what: address, isOverride: true })),
      ...previews.map(({ module, version }) => ({
        name: modulePrefix + module,
        what: t('by_preview', { version }),
        isOverride: false,
      })),
    ],
    [t, isOn, overrides, previews],
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', { header: t('name'), meta: { isTitle: true } }),
        column.accessor('what', { header: t('what'), enableSorting: false, cell: drawText }),
        createActionColumn(
          (row: Row) =>
            row.isOverride && (
              <Button
                variant="plain"
                aria-label={t('turn_off_name', { name: row.name })}
                onClick={() => changeOverrides({ remove: row.name })}
              >
                {t('turn_off')}
              </Button>
            ),
        ),
      ]),
    [t],
  );
  const isAllowed = origins.length > 0;
  const hasSome = isOn || previews.length > 0;
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          {isAllowed && !isOn && (
            <Button variant="quiet" onClick={() => changeOverrides({ isOn: true })}>
              {t('switch_on')}
            </Button>
          )}
          {hasSome && (
            <Button variant="quiet" onClick={() => changeOverrides({ isOn: false })}>
              {t('turn_off_all')}
            </Button>
          )}
        </>
      }
    >
      {!isAllowed && <Notice kind="info">{t('not_allowed')}</Notice>}
      {isAllowed && <p>{isOn ? t('on') : t('off')}</p>}
      {hasSome && (
        <DataTable
          label={t('list')}
          columns={columns}
          source={{ data: rows }}
          getId={({ isOverride, name }) => `${isOverride} ${name}`}
          empty={<p>{t('none')}</p>}
        />
      )}
      {mayPreview && (
        <Section title={t('choose_version')}>
          <div className="portico-console-card portico-console-form">
            <p className="portico-console-muted">{t('version_hint')}</p>
            <VersionForm />
          </div>
        </Section>
      )}
      {isAllowed && (
        <Section title={t('try')}>
          <div className="portico-console-card portico-console-form">
            <p className="portico-console-muted">{t('warning')}</p>
            <AddressForm origins={origins} />
          </div>
        </Section>
      )}
    </ViewPage>
  );
}
