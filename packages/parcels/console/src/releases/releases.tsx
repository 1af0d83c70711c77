import { consoleKey } from '@portico/contract';
import { type ModuleStatus, moduleStatusListSchema } from '@portico/contract/publishing';
import { useMemo } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { Instant } from '../page/instant';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { useRead } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { FilterSelect } from '../select-field/select-field';
import { drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createColumns } from '../table/features';
import { ComparePage } from './compare-page';
import { ModulePage } from './module-page';
import { OutcomeBars } from './outcome-bars';
import { useReleaseTexts } from './release-texts';
import sheet from './releases.css';
import { useRolloutText, useVersionText } from './use-release-text';

/** The modules that the caller may publish, the page of each, and the comparison of two versions. */
export function Releases() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":module" element={<ModulePage />} />
      <Route path=":module/compare" element={<ComparePage />} />
      <Route path="*" element={<ReleaseList />} />
    </Routes>
  );
}

const states = ['canary', 'rollout', 'attention'] as const;
type State = (typeof states)[number];
const sorts = ['module', '-module', 'since', '-since'] as const;

const addressSchema = v.object({
  search: v.optional(v.string(), ''),
  state: v.optional(v.picklist([...states, '']), ''),
  sort: v.optional(v.picklist(sorts), 'module'),
});
const sortSchema = v.picklist(sorts);
const column = createColumns<ModuleStatus>();

/** The modules that the caller may publish. The server sends all of them, so that search, filter and order are done here. */
function ReleaseList() {
  const t = useReleaseTexts();
  const nameVersion = useVersionText();
  const describeRollout = useRolloutText();
  const [query, setQuery] = useAddressState(addressSchema);
  const { data, ...source } = useRead('/api/publishing/modules', moduleStatusListSchema);
  const shown = useMemo(() => data && selectModules(data, query), [data, query]);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('module', {
          header: t('module'),
          meta: { isTitle: true },
          cell: ({ getValue }) => <Link to={`/releases/${encodeURIComponent(getValue())}`}>{getValue()}</Link>,
        }),
        column.accessor(nameVersion, { id: 'version', header: t('live'), enableSorting: false }),
        column.accessor('since', {
          header: t('since'),
          cell: ({ getValue }) => <Instant at={getValue()} none="–" />,
        }),
        column.accessor(({ by }) => by ?? '–', {
          id: 'by',
          header: t('by'),
          enableSorting: false,
          cell: drawText,
        }),
        column.accessor(describeRollout, {
          id: 'rollout',
          header: t('rollout'),
          enableSorting: false,
          cell: ({ getValue, row: { original } }) => (
            <span className="portico-console-rollout" data-attention={needsAttention(original)}>
              {getValue() || '–'}
            </span>
          ),
        }),
        column.display({
          id: 'outcomes',
          header: t('outcomes'),
          cell: ({ row: { original } }) => <OutcomeBars status={original} none="–" />,
        }),
      ]),
    [t, nameVersion, describeRollout],
  );
  return (
    <ViewPage title={t('title')} lead={t('lead')}>
      <div className="portico-console-filters">
        <SearchField label={t('search')} value={query.search} onSearch={(search) => setQuery({ search })} />
        <FilterSelect
          label={t('state')}
          options={[['', t('every_state')], ...states.map((state) => [state, t(state)] as const)]}
          value={query.state}
          onChange={(state) => setQuery({ state })}
        />
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        source={{ ...source, data: shown }}
        getId={({ module }) => module}
        sort={query.sort}
        onSort={(sort) => setQuery({ sort: v.parse(sortSchema, sort) })}
        empty={
          <EmptyList
            text={t('none')}
            showAll={(query.search !== '' || query.state !== '') && t('show_all')}
            onShowAll={() => setQuery({ search: '', state: '' })}
          />
        }
      />
    </ViewPage>
  );
}

function selectModules(
  all: readonly ModuleStatus[],
  { search, sort, state }: v.InferOutput<typeof addressSchema>,
): ModuleStatus[] {
  const needle = search.toLowerCase();
  const found = all.filter(
    (status) =>
      // The console is part of the portal: no team publishes it.
      status.module !== consoleKey &&
      [status.module, status.version, status.canary?.version].some((text) => text?.toLowerCase().includes(needle)) &&
      (state === '' || isInState(status, state)),
  );
  const key = sort.endsWith('since') ? 'since' : 'module';
  const factor = sort.startsWith('-') ? -1 : 1;
  return found.sort((one, other) => factor * (one[key] ?? '').localeCompare(other[key] ?? ''));
}

function isInState(status: ModuleStatus, state: State): boolean {
  if (state === 'canary') return status.canary !== null;
  return state === 'rollout' ? status.in_rollout : needsAttention(status);
}

/** Whether the server has rolled back or holds a plan, or pages block what the module needs. */
function needsAttention({ canary, refused, rolled_back }: ModuleStatus): boolean {
  return rolled_back !== undefined || refused !== undefined || canary?.plan?.held !== undefined;
}
