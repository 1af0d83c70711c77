import { type ListedPerson, peoplePageSchema, peopleSorts, userStates } from '@portico/contract/administration';
import { buttonClass } from '@portico/ui';
import { useMemo } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller, useMay } from '../caller/caller';
import { Instant } from '../page/instant';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { FilterSelect } from '../select-field/select-field';
import { drawEmail } from '../table/cells';
import { DataTable } from '../table/data-table';
import { EmptyList } from '../table/empty-list';
import { createColumns } from '../table/features';
import sheet from './people.css';
import { usePeopleTexts } from './people-texts';
import { PersonPage } from './person-page';

/** The people of the tenant, and the page of each. */
export function People() {
  useStyleSheet(sheet);
  return (
    <Routes>
      <Route path=":email" element={<PersonPage />} />
      <Route path="*" element={<PeopleList />} />
    </Routes>
  );
}

const addressSchema = v.object({
  search: v.optional(v.string(), ''),
  state: v.optional(v.picklist([...userStates, '']), ''),
  sort: v.optional(v.picklist(peopleSorts), 'name'),
});
const sortSchema = v.picklist(peopleSorts);
const column = createColumns<ListedPerson>();

function PeopleList() {
  const t = usePeopleTexts();
  const { tenant } = useCaller();
  const mayManage = useMay('people.manage');
  const [query, setQuery] = useAddressState(addressSchema);
  const people = useReadList(operatorPath`tenants/${tenant}/users`, peoplePageSchema, query);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t('name'),
          meta: { isTitle: true },
          cell: ({ getValue, row }) => (
            <Link to={`/people/${encodeURIComponent(row.original.email)}`}>
              <bdi>{getValue()}</bdi>
            </Link>
          ),
        }),
        column.accessor('email', { header: t('email'), cell: drawEmail }),
        column.accessor('state', {
          header: t('state'),
          enableSorting: false,
          cell: ({ getValue }) => (
            <span className="portico-console-state" data-state={getValue()}>
              {t(getValue())}
            </span>
          ),
        }),
        column.accessor('last_sign_in_at', {
          header: t('last_sign_in'),
          enableSorting: false,
          cell: ({ getValue }) => <Instant at={getValue()} none={t('never')} />,
        }),
      ]),
    [t],
  );
  const isFiltered = query.search !== '' || query.state !== '';
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead', { tenant })}
      actions={
        mayManage && (
          <Link className={buttonClass()} to="/invitations/new">
            {t('invite')}
          </Link>
        )
      }
    >
      <div className="portico-console-filters">
        <SearchField label={t('search')} value={query.search} onSearch={(search) => setQuery({ search })} />
        <FilterSelect
          label={t('state')}
          options={[['', t('every_state')], ...userStates.map((state) => [state, t(state)] as const)]}
          value={query.state}
          onChange={(state) => setQuery({ state })}
        />
      </div>
      <DataTable
        label={t('list')}
        columns={columns}
        source={people}
        getId={({ email }) => email}
        sort={query.sort}
        onSort={(sort) => setQuery({ sort: v.parse(sortSchema, sort) })}
        empty={
          <>
            <EmptyList
              text={t('none')}
              showAll={isFiltered && t('show_all')}
              onShowAll={() => setQuery({ search: '', state: '' })}
            />
            {query.search !== '' && (
              <Link to={`/invitations?${new URLSearchParams({ search: query.search })}`}>{t('in_invitations')}</Link>
            )}
          </>
        }
      />
    </ViewPage>
  );
}
