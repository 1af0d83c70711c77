/**
 * The item that an arrow key leads to from `current`, for items that stand in rows of equal length;
 * `undefined` where a list would go the same way, or the key is no arrow.
 */
export function itemInDirection(
  items: readonly HTMLElement[],
  current: HTMLElement | null,
  key: string,
): HTMLElement | undefined {
  const from = current ? items.indexOf(current) : -1;
  if (from < 0) return key === 'ArrowRight' || key === 'ArrowLeft' ? items[0] : undefined;
  if (key === 'ArrowRight') return items[from + 1];
  if (key === 'ArrowLeft') return items[from - 1];
  const columns = items.filter((item) => item.offsetTop === items[0]?.offsetTop).length;
  // One row or one column is a list.
  if (columns === 1 || columns === items.length) return undefined;
  if (key === 'ArrowUp') return items[from - columns] ?? items[from];
  if (key !== 'ArrowDown') return undefined;
  const isInLastRow = Math.floor(from / columns) === Math.floor((items.length - 1) / columns);
  return items[from + columns] ?? (isInLastRow ? items[from] : items.at(-1));
}
