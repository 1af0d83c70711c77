import { itemInDirection } from './dropdown-menu';

/** Items in rows of `columns`, named by their index; then those that fill a row of their own. */
function grid(count: number, columns: number, wide = 0) {
  const rows = Math.ceil(count / columns);
  const items: readonly HTMLElement[] = Array.from({ length: count + wide }, (_, index) => {
    const item = document.createElement('a');
    const isWide = index >= count;
    Object.defineProperty(item, 'offsetTop', {
      value: (isWide ? rows + index - count : Math.floor(index / columns)) * 96,
    });
    Object.defineProperty(item, 'offsetLeft', { value: isWide ? 0 : (index % columns) * 100 });
    return item;
  });
  return (from: number, key: string) => {
    const target = itemInDirection(items, items[from] ?? null, key);
    return target && items.indexOf(target);
  };
}

it('follows the columns of a grid and stays at its edges', () => {
  const from = grid(5, 3);
  expect([from(0, 'ArrowDown'), from(4, 'ArrowUp'), from(1, 'ArrowRight'), from(1, 'ArrowLeft')]).toEqual([3, 1, 2, 0]);
  expect([from(1, 'ArrowUp'), from(3, 'ArrowDown')]).toEqual([1, 3]);
});

it('goes down to the last item where the last row is short', () => {
  expect(grid(5, 3)(2, 'ArrowDown')).toBe(4);
});

it('reaches an entry below all columns from the last row, and leaves it upwards', () => {
  const from = grid(5, 3, 1);
  expect([2, 3, 4, 5].map((index) => from(index, 'ArrowDown'))).toEqual([4, 5, 5, 5]);
  expect([from(5, 'ArrowUp'), from(4, 'ArrowUp')]).toEqual([3, 1]);
  expect(grid(3, 3, 1)(2, 'ArrowDown')).toBe(3);
});

it('lets the list handle up and down if there is one row or one column', () => {
  expect(grid(3, 3)(0, 'ArrowDown')).toBeUndefined();
  expect(grid(3, 1)(1, 'ArrowUp')).toBeUndefined();
});

it('starts at the first item, and leaves every other key alone', () => {
  expect(grid(5, 3)(-1, 'ArrowRight')).toBe(0);
  expect(grid(5, 3)(-1, 'ArrowDown')).toBeUndefined();
  expect(grid(5, 3)(1, 'End')).toBeUndefined();
});
