import { consoleKey, previewLinkSchema, previewParameter } from '@portico/contract';
import { moduleStatusListSchema, versionPageSchema } from '@portico/contract/publishing';
import { Button, FailureNotice } from '@portico/ui';
import { useState } from 'react';
import { CommandLine } from '../command-line/command-line';
import { Fetched } from '../page/fetched';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useRead, useReadList } from '../request/use-read';
import { SelectField } from '../select-field/select-field';
import { openPreview } from './browser-overrides';
import { useOverridesTexts } from './overrides-texts';

/** The days that a version stays in the browser. */
const days = 1;

/** Chooses a stored version of a module that the caller may publish. */
export function VersionForm() {
  const t = useOverridesTexts();
  const source = useRead('/api/publishing/modules', moduleStatusListSchema);
  const [chosen, setChosen] = useState('');
  const listed = (source.data ?? []).filter(({ module }) => module !== consoleKey);
  const modules = listed.map(({ module }) => module);
  // Those of the portal's build have no stored version.
  const module = chosen || ((listed.find(({ version }) => version !== null) ?? listed[0])?.module ?? '');
  return (
    <Fetched source={source} rows={2}>
      {() => (
        <>
          <SelectField
            label={t('module')}
            options={modules.map((name) => [name, name] as const)}
            value={module}
            onChange={setChosen}
          />
          {module !== '' && <VersionChoice key={module} module={module} />}
        </>
      )}
    </Fetched>
  );
}

function VersionChoice({ module }: { readonly module: string }) {
  const t = useOverridesTexts();
  const explain = useExplain();
  const path = operatorPath`/api/publishing/modules/${module}/versions`;
  const { data, error } = useReadList(path, versionPageSchema, { limit: 100 });
  const versions = (data ?? []).filter(({ quarantined_at }) => quarantined_at === null).map(({ version }) => version);
  const [chosen, setChosen] = useState('');
  const version = chosen || (versions[0] ?? '');
  // A preview: the server knows what the version needs, and it works on portals that allow no overrides.
  const use = useChange((client) =>
    client.sendFor(`${path}/${encodeURIComponent(version)}/preview`, previewLinkSchema, {
      method: 'POST',
      body: { days },
    }),
  );
  const start = () =>
    use.mutate(undefined, {
      onSuccess: ({ link }) => openPreview(new URL(link, location.origin).searchParams.get(previewParameter) ?? ''),
    });
  const failure = error ?? use.error;
  if (data?.length === 0) return <p className="portico-console-muted">{t('no_versions')}</p>;
  return (
    <>
      {failure && <FailureNotice text={explain(failure)} />}
      <SelectField
        label={t('version')}
        options={versions.map((name) => [name, name] as const)}
        value={version}
        onChange={setChosen}
      />
      <div className="portico-console-actions">
        <Button isBusy={use.isPending} isOnHold={version === ''} onClick={start}>
          {t('use')}
        </Button>
        {version !== '' && <CommandLine words={['preview', module, version, '--days', String(days)]} />}
      </div>
    </>
  );
}
