import { type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { MoreButton } from '../page/more-button';
import { useStyleSheet } from '../page/use-style-sheet';
import { useCommonTexts } from '../texts/common-texts';
import { CardList } from './card-list';
import { type Columns, features, formatSort, parseSort } from './features';
import sheet from './table.css';
import { useIsNarrow } from './use-is-narrow';
import { WideTable } from './wide-table';

/** The rows, as `useRead` and `useReadList` return them; `data` alone if they are there. */
interface Source<Item> {
  readonly data: readonly Item[] | undefined;
  readonly error?: unknown;
  readonly isFetching?: boolean;
  readonly refetch?: () => unknown;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
}

interface DataTableProps<Item extends RowData> {
  /** The name of the table. */
  readonly label: string;
  /**
   * Keep them in a memo. A column sorts unless it has `enableSorting: false`; none sorts if the rows come in pages that the
   * server does not sort.
   */
  readonly columns: Columns<Item>;
  readonly source: Source<Item>;
  readonly getId: (item: Item) => string;
  /** The order of the rows, from the address: `name` or `-name`; the server sorts. Without it the table sorts by itself. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** A sentence, and what the user can do, if there is nothing to show. */
  readonly empty: ReactNode;
}

const noItems: readonly never[] = [];

/** A table; on narrow screens a list of cards. */
export function DataTable<Item extends RowData>(props: DataTableProps<Item>) {
  const { label, columns, source, getId, sort, onSort, empty } = props;
  const { data, error, fetchNextPage, isFetching = false, refetch = () => {} } = source;
  useStyleSheet(sheet);
  const t = useCommonTexts();
  const isNarrow = useIsNarrow();
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const sorting = sort === undefined ? ownSorting : parseSort(sort);
  const table = useTable({
    features,
    columns,
    data: data ?? noItems,
    getRowId: getId,
    enableSorting: sort !== undefined || fetchNextPage === undefined,
    manualSorting: sort !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      if (sort === undefined) setOwnSorting(next);
      else onSort?.(formatSort(next));
    },
  });
  const rows = table.getRowModel().rows;
  const retry = <LoadFailure source={{ error, isFetching, refetch }} />;
  if (data === undefined) return error ? retry : <Loading rows={8} />;
  const Rows = isNarrow ? CardList : WideTable;
  return (
    <div className="portico-console-table">
      {Boolean(error) && retry}
      <p className="portico-ui-hidden" role="status">
        {t('table.rows', { count: rows.length })}
      </p>
      {rows.length === 0 ? <div className="portico-console-empty">{empty}</div> : <Rows table={table} label={label} />}
      <MoreButton source={source} />
    </div>
  );
}
