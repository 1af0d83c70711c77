import { isModuleKey, modulePrefix } from '@portico/contract';
import { Button, Notice, TextField } from '@portico/ui';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAllowedViews } from '../frame/view';
import { ViewPage } from '../page/view-page';
import { DataTable } from '../table/data-table';
import { createColumns } from '../table/features';
import { useTexts } from '../texts/define-texts';
import { overridesTexts } from './overrides-texts';
import { areOverridesOn, listStoredOverrides, openDeveloperDialog, type StoredOverride } from './stored-overrides';

const column = createColumns<StoredOverride>();

/** The overrides of this browser. The developer's dialog changes them, and reloads the page. */
export function Overrides() {
  const t = useTexts(overridesTexts);
  const hasReleases = useAllowedViews().some(({ path }) => path === 'releases');
  const [isOn, setOn] = useState(areOverridesOn);
  const [overrides, setOverrides] = useState(listStoredOverrides);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    // Other tabs change them too.
    const read = () => {
      setOn(areOverridesOn());
      setOverrides(listStoredOverrides());
    };
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', { header: t('name'), meta: { isTitle: true } }),
        column.accessor('address', {
          header: t('address'),
          enableSorting: false,
          cell: (cell) => <bdi>{cell.getValue()}</bdi>,
        }),
      ]),
    [t],
  );
  const open = async (override?: StoredOverride) => setRefused(!(await openDeveloperDialog(override)));
  const source = { data: isOn ? overrides : [], error: undefined, isFetching: false, refetch: () => {} };
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead')}
      actions={<Button onClick={() => open()}>{isOn ? t('open') : t('switch_on')}</Button>}
    >
      {isRefused && <Notice kind="error">{t('not_allowed')}</Notice>}
      <p>{isOn ? t('on') : t('off')}</p>
      {isOn && (
        <DataTable
          label={t('list')}
          columns={columns}
          source={source}
          getId={({ name }) => name}
          empty={<p>{t('none')}</p>}
        />
      )}
      <OverrideForm onUse={open} />
      <p className="portico-console-muted">
        {t('version')} {hasReleases && <Link to="/releases">{t('releases')}</Link>}
      </p>
    </ViewPage>
  );
}

function OverrideForm({ onUse }: { readonly onUse: (override: StoredOverride) => void }) {
  const t = useTexts(overridesTexts);
  const [key, setKey] = useState('');
  const [address, setAddress] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isKeyWrong = !isModuleKey(key.trim());
  const isAddressWrong = !/^https?:\/\//.test(address.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isKeyWrong && !isAddressWrong) onUse({ name: modulePrefix + key.trim(), address: address.trim() });
  };
  return (
    <section className="portico-console-card" aria-labelledby="portico-console-override">
      <h2 className="portico-ui-heading portico-ui-heading-3" id="portico-console-override">
        {t('try')}
      </h2>
      <form className="portico-console-form" noValidate onSubmit={submit}>
        <TextField
          label={t('module')}
          autoCapitalize="none"
          spellCheck={false}
          value={key}
          error={isChecked && isKeyWrong ? t('module_wrong') : undefined}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextField
          type="url"
          label={t('local')}
          hint={t('local_hint')}
          value={address}
          error={isChecked && isAddressWrong ? t('local_wrong') : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <div className="portico-console-actions">
          <Button type="submit">{t('use')}</Button>
        </div>
      </form>
    </section>
  );
}
