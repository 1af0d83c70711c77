import { Button } from '@portico/ui';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useCommonTexts } from '../texts/common-texts';
import type { TableModel } from './features';

interface SelectionBarProps<Item extends RowData> {
  readonly table: TableModel<Item>;
  readonly actions: (selected: readonly Item[], clear: () => void) => ReactNode;
}

/** The number of selected rows, and what can be done with them. */
export function SelectionBar<Item extends RowData>({ table, actions }: SelectionBarProps<Item>) {
  const t = useCommonTexts();
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original);
  const clear = () => table.resetRowSelection(true);
  return (
    <div className="portico-console-selection" role="status">
      {selected.length > 0 && (
        <>
          <span>{t('table.selected', { count: selected.length })}</span>
          {actions(selected, clear)}
          <Button variant="plain" onClick={clear}>
            {t('table.clear')}
          </Button>
        </>
      )}
    </div>
  );
}
