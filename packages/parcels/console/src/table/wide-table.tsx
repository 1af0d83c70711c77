import { Icon } from '@portico/ui';
import type { RowData } from '@tanstack/react-table';
import { Fragment } from 'react';
import { useCommonTexts } from '../texts/common-texts';
import { hasActions, isTitle, type TableModel } from './features';
import { useVirtualRows } from './use-virtual-rows';

export interface RowsProps<Item extends RowData> {
  readonly table: TableModel<Item>;
  readonly label: string;
}

const rowHeight = 49;
const columnWidth = 128;

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The rows as a table. */
export function WideTable<Item extends RowData>({ table, label }: RowsProps<Item>) {
  const t = useCommonTexts();
  const all = table.getRowModel().rows;
  const { container, handlers, isVirtual, measure, rest, rows } = useVirtualRows<HTMLTableSectionElement>(
    all.length,
    rowHeight,
  );
  return (
    <div className="portico-console-table-frame">
      {/* Not all rows are in the document. */}
      <table
        aria-label={label}
        data-virtual={isVirtual}
        aria-rowcount={all.length + 1}
        // Columns of equal width would be too narrow for a word otherwise.
        style={{ minWidth: isVirtual ? table.getAllColumns().length * columnWidth : undefined }}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1}>
              {group.headers.map((header) => {
                const { column } = header;
                const direction = column.getIsSorted();
                const text = <table.FlexRender header={header} />;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-number={column.columnDef.meta?.isNumber}
                    aria-sort={direction ? directions[direction] : undefined}
                  >
                    {column.getCanSort() ? (
                      <button type="button" onClick={column.getToggleSortingHandler()}>
                        {text}
                        <span data-direction={direction || undefined}>
                          <Icon name="arrow" />
                        </span>
                      </button>
                    ) : hasActions(column) ? (
                      <span className="portico-ui-hidden">{t('table.actions')}</span>
                    ) : (
                      <span>{text}</span>
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody ref={container} {...handlers}>
          {rows.map(({ index, gap }) => {
            const row = all[index];
            return (
              row && (
                <Fragment key={row.id}>
                  {gap > 0 && <tr aria-hidden style={{ height: gap }} />}
                  <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
                    {row.getAllCells().map((cell) => {
                      const Cell = isTitle(cell.column) ? 'th' : 'td';
                      return (
                        <Cell
                          key={cell.id}
                          scope={Cell === 'th' ? 'row' : undefined}
                          data-number={cell.column.columnDef.meta?.isNumber}
                        >
                          <table.FlexRender cell={cell} />
                        </Cell>
                      );
                    })}
                  </tr>
                </Fragment>
              )
            );
          })}
          {rest > 0 && <tr aria-hidden style={{ height: rest }} />}
        </tbody>
      </table>
    </div>
  );
}
