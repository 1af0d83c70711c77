import { itemInDirection } from './dropdown-menu';

/** Items in rows of `columns`, named by their index. */
function grid(count: number, columns: number) {
  const items = Array.from({ length: count }, (_, index) => index);
  return (from: number, key: string) => itemInDirection(items, items[from] ?? null, key, columns);
}

it('follows the columns of a grid and stays at its edges', () => {
  const from = grid(5, 3);
  expect([from(0, 'ArrowDown'), from(4, 'ArrowUp'), from(1, 'ArrowRight'), from(1, 'ArrowLeft')]).toEqual([3, 1, 2, 0]);
  expect([from(1, 'ArrowUp'), from(3, 'ArrowDown')]).toEqual([1, 3]);
});

it('goes down to the last item where the last row is short', () => {
  expect(grid(5, 3)(2, 'ArrowDown')).toBe(4);
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
