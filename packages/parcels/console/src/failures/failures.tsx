import { browserNames, failurePageSchema, failureSorts, type ListedFailure } from '@portico/contract/publishing';
import { useMemo } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller } from '../caller/caller';
import { CommandLine, listOptions } from '../command-line/command-line';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { FilterSelect } from '../select-field/select-field';
import { drawInstant } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createColumns } from '../table/features';
import { FailurePage } from './failure-page';
import { useFailureTexts } from './failure-texts';
import sheet from './failures.css';
import { useFailureNames } from './use-failure-names';

/** The failures that browsers report, and the page of each. */
export function Failures() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":id" element={<FailurePage />} />
      <Route path="*" element={<FailureList />} />
    </Routes>
  );
}

const text = v.optional(v.string(), '');
const sortSchema = v.picklist(failureSorts);
/** The periods by their names in the command, with their hours. */
const periods = { '24h': 24, '7d': 7 * 24 } as const;
const addressSchema = v.object({
  search: text,
  module: text,
  version: text,
  tenant: text,
  browser: v.optional(v.picklist(['', ...browserNames]), ''),
  since: v.optional(v.picklist(['', '24h', '7d']), ''),
  sort: v.optional(sortSchema, '-people'),
});
const column = createColumns<ListedFailure>();
const filters = ['search', 'module', 'version', 'tenant', 'browser', 'since'] as const;
const noFilters = { search: '', module: '', version: '', tenant: '', browser: '', since: '' } as const;

function FailureList() {
  const t = useFailureTexts();
  const { nameCause, nameKind, nameVersion } = useFailureNames();
  const { is_operator, roles } = useCaller();
  const own = is_operator ? [] : roles.flatMap(({ modules = [] }) => modules);
  const [query, setQuery] = useAddressState(addressSchema);
  const failures = useReadList('/api/publishing/failures', failurePageSchema, {
    ...query,
    since: findStart(query.since),
  });
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(nameCause, {
          id: 'failure',
          header: t('failure'),
          meta: { isTitle: true },
          enableSorting: false,
          cell: ({ getValue, row: { original } }) => (
            <span className="portico-console-failure-cause">
              <Link to={`/failures/${encodeURIComponent(original.id)}`}>
                <bdi>{getValue()}</bdi>
              </Link>
              <span className="portico-console-muted">{nameKind(original.kind)}</span>
            </span>
          ),
        }),
        column.accessor('module', {
          header: t('module'),
          enableSorting: false,
          cell: ({ getValue, row: { original } }) => (
            <>
              <bdi>{getValue()}</bdi> <span className="portico-console-muted">{nameVersion(original.version)}</span>
            </>
          ),
        }),
        column.accessor('people', { header: t('people'), meta: { isNumber: true } }),
        column.accessor('last_at', { header: t('last_at'), cell: drawInstant }),
        column.accessor(({ tenants }) => tenants.join(', '), {
          id: 'tenants',
          header: t('tenants'),
          enableSorting: false,
        }),
        column.accessor(({ browsers }) => browsers.map((name) => name || t('unknown_browser')).join(', '), {
          id: 'browsers',
          header: t('browsers'),
          enableSorting: false,
        }),
        column.accessor('times', { header: t('times'), meta: { isNumber: true } }),
        column.accessor('first_at', { header: t('first_at'), cell: drawInstant }),
      ]),
    [t, nameCause, nameKind, nameVersion],
  );
  const isFiltered = filters.some((name) => query[name] !== '');
  // The command alone would begin seven days ago.
  const options = { ...query, since: query.since || '2000-01-01' };
  return (
    <ViewPage title={t('title')} lead={is_operator ? t('lead') : t('lead_modules', { modules: own.join(', ') })}>
      <div className="portico-console-filters">
        <SearchField label={t('search')} value={query.search} onSearch={(search) => setQuery({ search })} />
        {is_operator ? (
          <SearchField label={t('module')} value={query.module} onSearch={(module) => setQuery({ module })} />
        ) : (
          <FilterSelect
            label={t('module')}
            options={[['', t('every_module')], ...own.map((module) => [module, module] as const)]}
            value={query.module}
            onChange={(module) => setQuery({ module })}
          />
        )}
        <SearchField label={t('version')} value={query.version} onSearch={(version) => setQuery({ version })} />
        <SearchField label={t('tenant')} value={query.tenant} onSearch={(tenant) => setQuery({ tenant })} />
        <FilterSelect
          label={t('browser')}
          options={[['', t('every_browser')], ...browserNames.map((name) => [name, name] as const)]}
          value={query.browser}
          onChange={(browser) => setQuery({ browser })}
        />
        <FilterSelect
          label={t('since')}
          options={[
            ['24h', t('day')],
            ['7d', t('week')],
            ['', t('all')],
          ]}
          value={query.since}
          onChange={(since) => setQuery({ since })}
        />
      </div>
      <CommandLine words={['failures', ...listOptions(options)]} />
      <DataTable
        label={t('list')}
        columns={columns}
        source={failures}
        getId={({ id }) => id}
        sort={query.sort}
        onSort={(sort) => setQuery({ sort: v.parse(sortSchema, sort) })}
        empty={
          <EmptyList
            text={isFiltered ? t('none_filtered') : t('none')}
            showAll={isFiltered && t('show_all')}
            onShowAll={() => setQuery(noFilters)}
          />
        }
      />
    </ViewPage>
  );
}

const isPeriod = (value: string): value is keyof typeof periods => Object.hasOwn(periods, value);

const hour = 3_600_000;

/** Returns the start of a period, in full hours: each time would be another list. */
function findStart(period: string): string {
  if (!isPeriod(period)) return '';
  return new Date(Math.floor(Date.now() / hour - periods[period]) * hour).toISOString();
}
