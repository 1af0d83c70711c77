import { listNeeds } from '@portico/contract';
import { type FileChange, versionComparisonSchema, versionPageSchema } from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { buttonClass } from '@portico/ui';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { CommandLine } from '../command-line/command-line';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useRead, useReadList } from '../request/use-read';
import { SelectField } from '../select-field/select-field';
import { DataTable } from '../table/data-table';
import { createColumns } from '../table/features';
import { formatBytes } from './format-bytes';
import { useReleaseTexts } from './release-texts';

const addressSchema = v.object({ from: v.optional(v.string(), ''), to: v.optional(v.string(), '') });

/** Shows the differences between two versions of a module. */
export function ComparePage() {
  const { module = '' } = useParams();
  const t = useReleaseTexts();
  const [{ from, to }, setVersions] = useAddressState(addressSchema);
  const path = operatorPath`/api/publishing/modules/${module}/versions`;
  const versions = useReadList(path, versionPageSchema, { limit: 100 });
  const names = (versions.data ?? []).map(({ version }) => version);
  // An older version may not be among those that are loaded.
  const list = (value: string) =>
    ['', ...new Set([...names, ...(value ? [value] : [])])].map((name) => [name, name || '–'] as const);
  return (
    <ViewPage
      title={t('compare_title', { module })}
      actions={
        <Link className={buttonClass('quiet')} to={`/releases/${encodeURIComponent(module)}`}>
          {t('back_to_module', { module })}
        </Link>
      }
    >
      <div className="portico-console-filters">
        <SelectField label={t('former')} options={list(from)} value={from} onChange={(from) => setVersions({ from })} />
        <SelectField label={t('next')} options={list(to)} value={to} onChange={(to) => setVersions({ to })} />
      </div>
      {from !== '' && to !== '' && from !== to ? (
        <Comparison module={module} from={from} to={to} />
      ) : (
        <p>{t('choose_two')}</p>
      )}
    </ViewPage>
  );
}

interface ComparisonProps {
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

const column = createColumns<FileChange>();

function Comparison({ module, from, to }: ComparisonProps) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const path = operatorPath`/api/publishing/modules/${module}/versions/${to}/comparison`;
  const source = useRead(path, versionComparisonSchema, { with: from });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', { header: t('file'), meta: { isTitle: true } }),
        column.accessor(({ change }) => t(change), { id: 'change', header: t('change') }),
        ...(['before', 'after'] as const).map((key) =>
          column.accessor(key, {
            header: t(key === 'before' ? 'former' : 'next'),
            meta: { isNumber: true },
            cell: ({ getValue }) => formatBytes(getValue(), locale),
          }),
        ),
      ]),
    [t, locale],
  );
  if (!source.data) return source.error ? <LoadFailure source={source} /> : <Loading rows={8} />;
  const { after, before, files, policy, types, unchanged } = source.data;
  const [needsBefore, needsAfter] = [listNeeds(policy.before), listNeeds(policy.after)];
  return (
    <>
      <CommandLine words={['compare', module, from, to]} />
      <Section title={t('files_title')}>
        <p className="portico-console-muted">
          {t('unchanged', { count: unchanged })}{' '}
          {before !== null &&
            after !== null &&
            t('total', { before: formatBytes(before, locale), after: formatBytes(after, locale) })}
        </p>
        <DataTable
          label={t('files_title')}
          columns={columns}
          source={{ data: files }}
          getId={({ name }) => name}
          empty={<p>{t('same_files')}</p>}
        />
      </Section>
      <Section title={t('policy')}>
        <Lines
          added={needsAfter.filter((need) => !needsBefore.includes(need))}
          removed={needsBefore.filter((need) => !needsAfter.includes(need))}
          empty={t('same_policy')}
        />
      </Section>
      <Section title={t('types')}>
        <Lines added={types?.added ?? []} removed={types?.removed ?? []} empty={t(types ? 'same_types' : 'no_types')} />
      </Section>
    </>
  );
}

interface LinesProps {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly empty: string;
}

/** The lines that only one of the two versions has. */
function Lines({ added, removed, empty }: LinesProps) {
  if (added.length + removed.length === 0) return <p className="portico-console-muted">{empty}</p>;
  return (
    <ul className="portico-console-lines">
      {removed.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never change their order.
        <li key={`- ${index}`}>
          <del>{line}</del>
        </li>
      ))}
      {added.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and never change their order.
        <li key={`+ ${index}`}>
          <ins>{line}</ins>
        </li>
      ))}
    </ul>
  );
}
