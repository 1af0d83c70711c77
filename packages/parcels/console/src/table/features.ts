import {
  type Column,
  constructSortFn,
  createColumnHelper,
  createSortedRowModel,
  metaHelper,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  type SortingState,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

interface ColumnMeta {
  /** The column that names the row: its header in a table, its heading in a card. One column has it. */
  readonly isTitle?: boolean;
  /** Numbers align at their end. */
  readonly isNumber?: boolean;
}

const collator = new Intl.Collator(['pt', 'en'], { numeric: true, sensitivity: 'base' });
const byText = constructSortFn({
  sort: (a: unknown, b: unknown) => collator.compare(String(a ?? ''), String(b ?? '')),
});

/** The parts of TanStack Table that the tables of the console use. */
export const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { text: byText, alphanumeric: byText },
  columnMeta: metaHelper<ColumnMeta>(),
});

type Features = typeof features;

export type Columns<Item extends RowData> = TableOptions<Features, Item>['columns'];
export type TableModel<Item extends RowData> = ReactTable<Features, Item>;

/**
 * Returns the helper that types the columns of a table: `columns.accessor('name', { header: t('name') })`. Headers are
 * texts, because cards and the choice of the order show them too.
 */
export function createColumns<Item extends RowData>() {
  return createColumnHelper<Features, Item>();
}

const actionColumn = 'actions';

/** Returns the column of the buttons of a row. Its header is for assistive technology only. */
export function createActionColumn<Item extends RowData>(draw: (item: Item) => ReactNode) {
  return createColumns<Item>().display({ id: actionColumn, cell: ({ row }) => draw(row.original) });
}

/** Returns the header of a column. */
export function getLabel<Item extends RowData>({ columnDef: { header } }: Column<Features, Item>): string {
  return typeof header === 'string' ? header : '';
}

/** Whether a column has the buttons of a row. */
export function hasActions<Item extends RowData>({ id }: Column<Features, Item>): boolean {
  return id === actionColumn;
}

/** Whether a column names the row. */
export function isTitle<Item extends RowData>({ columnDef: { meta } }: Column<Features, Item>): boolean {
  return meta?.isTitle === true;
}

/** Parses the sort order of an address: `name`, or `-name` for the reverse. */
export function parseSort(sort: string): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

export function formatSort([sort]: SortingState): string {
  return sort ? `${sort.desc ? '-' : ''}${sort.id}` : '';
}
