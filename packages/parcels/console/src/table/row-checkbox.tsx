import type { RowData } from '@tanstack/react-table';
import { useCommonTexts } from '../texts/common-texts';
import { getTitle, type TableModel, type TableRow } from './features';

/** Selects a row; with Shift also the rows since the last one. */
export function RowCheckbox<Item extends RowData>({ row }: { readonly row: TableRow<Item> }) {
  const t = useCommonTexts();
  return (
    <input
      type="checkbox"
      aria-label={t('table.select', { name: getTitle(row) })}
      checked={row.getIsSelected()}
      onChange={row.getToggleSelectedHandler()}
    />
  );
}

/** Selects all rows, or none. */
export function AllCheckbox<Item extends RowData>({ table }: { readonly table: TableModel<Item> }) {
  const t = useCommonTexts();
  return (
    <input
      type="checkbox"
      aria-label={t('table.select_all')}
      ref={(input) => {
        if (input) input.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
      }}
      checked={table.getIsAllRowsSelected()}
      onChange={table.getToggleAllRowsSelectedHandler()}
    />
  );
}
