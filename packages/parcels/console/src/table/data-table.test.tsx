import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { setScreen } from '../testing/set-screen';
import { DataTable } from './data-table';
import { createActionColumn, createColumns } from './features';

interface Person {
  readonly email: string;
  readonly name: string;
  readonly logins: number;
}

const people: readonly Person[] = [
  { email: 'eva@portico.test', name: 'eva', logins: 9 },
  { email: 'ana@portico.test', name: 'Ána', logins: 10 },
  { email: 'bruno@portico.test', name: 'Bruno', logins: 2 },
];
const many = Array.from({ length: 1_000 }, (_, index) => ({
  email: `user-${index}@portico.test`,
  name: `User ${index}`,
  logins: index,
}));

const column = createColumns<Person>();
const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { isTitle: true },
    cell: ({ getValue, row }) => <a href={`#${row.id}`}>{getValue()}</a>,
  }),
  column.accessor('email', { header: 'E-mail', enableSorting: false }),
  column.accessor('logins', { header: 'Logins', meta: { isNumber: true } }),
  createActionColumn<Person>(() => <button type="button">Open</button>),
]);

const refetch = jest.fn();
const idle = { data: people, error: null, isFetching: false, refetch };
type Props = Partial<ComponentProps<typeof DataTable<Person>>>;
let change: (props: Props) => void = () => {};

function App(initial: Props) {
  const [props, setProps] = useState(initial);
  change = (changed) => setProps((current) => ({ ...current, ...changed }));
  return (
    <DataTable
      label="People"
      columns={columns}
      source={idle}
      getId={({ email }) => email}
      empty={<p>Nobody</p>}
      {...props}
    />
  );
}

const open = (props: Props = {}) =>
  mountModule(
    createModule(() => <App {...props} />),
    { locale: 'en' },
  );
const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeAll(() => Object.assign(window, { scrollTo: () => {} }));
beforeEach(() => setScreen('wide'));

test('a table sorts by the column that the user presses, texts without case and accents', async () => {
  await open();
  expect(names()).toEqual(['eva', 'Ána', 'Bruno']);
  await press('Name');
  expect(names()).toEqual(['Ána', 'Bruno', 'eva']);
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await press('Name');
  expect(names()).toEqual(['eva', 'Bruno', 'Ána']);
  await press('Logins');
  expect(names()).toEqual(['Bruno', 'eva', 'Ána']);
  expect(screen.queryByRole('button', { name: 'E-mail' })).not.toBeInTheDocument();
});

test('a table that the server sorts asks for the order, and keeps the rows as they are', async () => {
  const onSort = jest.fn();
  await open({ sort: '-name', onSort });
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await press('Name');
  await press('Logins');
  expect(onSort.mock.calls).toEqual([['name'], ['logins']]);
  expect(names()).toEqual(['eva', 'Ána', 'Bruno']);
});

test('arrow keys, Home and End move between the rows', async () => {
  await open();
  act(() => screen.getByRole('link', { name: 'eva' }).focus());
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Ána' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('link', { name: 'Bruno' })).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('link', { name: 'eva' })).toHaveFocus();
});

test('of very many rows only those near the window are drawn, and the focused one with its neighbours', async () => {
  const rect = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  await open({ source: { ...idle, data: many } });
  expect(names().length).toBeGreaterThan(10);
  expect(names().length).toBeLessThan(60);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '1001');
  act(() => screen.getByRole('link', { name: 'User 0' }).focus());
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('link', { name: 'User 999' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'User 998' }).closest('tr')).toHaveAttribute('aria-rowindex', '1000');
  expect(names().length).toBeLessThan(60);
  rect.mockRestore();
});

test('on a narrow screen the rows are cards, with a choice of the order', async () => {
  setScreen('narrow');
  const onSort = jest.fn();
  await open({ sort: 'name', onSort });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const [card] = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem');
  expect(card).toHaveTextContent('evaE-maileva@portico.testLogins9ActionsOpen');
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Logins, descending');
  expect(onSort.mock.calls).toEqual([['-logins']]);
});

test('loading, empty, failed, and more to come', async () => {
  await open({ source: { ...idle, data: undefined, isFetching: true } });
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  act(() => change({ source: { ...idle, data: undefined, error: new TypeError('broken') } }));
  expect(screen.getByRole('alert')).toHaveTextContent('That did not work (TypeError). Try again.');
  await press('Try again');
  expect(refetch).toHaveBeenCalledTimes(1);
  act(() => change({ source: { ...idle, data: [] } }));
  expect(screen.getByText('Nobody')).toBeVisible();
  const fetchNextPage = jest.fn();
  act(() => change({ source: { ...idle, hasNextPage: true, fetchNextPage, error: new TypeError('broken') } }));
  expect(names()).toHaveLength(3);
  expect(screen.getByRole('alert')).toBeVisible();
  await press('Show more');
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});
