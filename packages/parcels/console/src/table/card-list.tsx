import type { RowData } from '@tanstack/react-table';
import { Fragment } from 'react';
import { useCommonTexts } from '../texts/common-texts';
import { formatSort, getLabel, hasActions, isTitle, parseSort, type TableModel } from './features';
import { useVirtualRows } from './use-virtual-rows';
import type { RowsProps } from './wide-table';

const cardHeight = 148;

/** The rows as a list of cards, for narrow screens. */
export function CardList<Item extends RowData>({ table, label }: RowsProps<Item>) {
  const t = useCommonTexts();
  const all = table.getRowModel().rows;
  const { container, handlers, measure, rest, rows } = useVirtualRows<HTMLUListElement>(all.length, cardHeight);
  return (
    <>
      <div className="portico-console-cards-head">
        <SortChoice table={table} />
      </div>
      <ul className="portico-console-cards" aria-label={label} ref={container} {...handlers}>
        {rows.map(({ index, gap }) => {
          const row = all[index];
          const cells = row?.getAllCells() ?? [];
          return (
            row && (
              <Fragment key={row.id}>
                {gap > 0 && <li aria-hidden style={{ height: gap }} />}
                <li ref={measure} data-index={index} aria-posinset={index + 1} aria-setsize={all.length}>
                  <div className="portico-console-card-title">
                    {cells.map((cell) => isTitle(cell.column) && <table.FlexRender key={cell.id} cell={cell} />)}
                  </div>
                  <dl>
                    {cells.map(
                      (cell) =>
                        !isTitle(cell.column) &&
                        // A card has no empty lines.
                        cell.getValue() !== '' && (
                          <div key={cell.id}>
                            {hasActions(cell.column) ? (
                              <dt className="portico-ui-hidden">{t('table.actions')}</dt>
                            ) : (
                              <dt>{getLabel(cell.column)}</dt>
                            )}
                            <dd>
                              <table.FlexRender cell={cell} />
                            </dd>
                          </div>
                        ),
                    )}
                  </dl>
                </li>
              </Fragment>
            )
          );
        })}
        {rest > 0 && <li aria-hidden style={{ height: rest }} />}
      </ul>
    </>
  );
}

/** The order of the cards. A table has buttons in its head for that. */
function SortChoice<Item extends RowData>({ table }: { readonly table: TableModel<Item> }) {
  const t = useCommonTexts();
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort());
  if (columns.length === 0) return null;
  return (
    <label>
      {t('table.sort')}
      <select
        className="portico-ui-input"
        value={formatSort(table.state.sorting)}
        onChange={(event) => table.setSorting(parseSort(event.currentTarget.value))}
      >
        {table.state.sorting.length === 0 && <option value="">{t('table.unsorted')}</option>}
        {columns.map((column) => (
          <Fragment key={column.id}>
            <option value={column.id}>{t('table.ascending', { name: getLabel(column) })}</option>
            <option value={`-${column.id}`}>{t('table.descending', { name: getLabel(column) })}</option>
          </Fragment>
        ))}
      </select>
    </label>
  );
}
