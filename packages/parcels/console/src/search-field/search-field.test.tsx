import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchField } from './search-field';

test('a search starts once after a pause in typing, and immediately on Enter', async () => {
  const onSearch = jest.fn();
  const draw = (value: string) => <SearchField label="Search people" value={value} onSearch={onSearch} />;
  const { rerender } = render(draw(''));
  const field = screen.getByRole('searchbox', { name: 'Search people' });
  await userEvent.type(field, ' ana');
  await waitFor(() => expect(onSearch.mock.calls).toEqual([['ana']]));
  rerender(draw('ana'));
  expect(field).toHaveValue(' ana');
  fireEvent.change(field, { target: { value: 'eva' } });
  fireEvent.submit(field);
  expect(onSearch.mock.calls).toEqual([['ana'], ['eva']]);
  rerender(draw('eva'));
  // Such as by "back".
  rerender(draw('dora'));
  expect(field).toHaveValue('dora');
  expect(onSearch).toHaveBeenCalledTimes(2);
});
