import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import * as v from 'valibot';
import { useAddressState } from './use-address-state';

const schema = v.object({
  search: v.optional(v.string(), ''),
  sort: v.optional(v.picklist(['name', '-name']), 'name'),
  page: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), '1'),
});

function List() {
  const [{ search, sort, page }, change] = useAddressState(schema);
  return (
    <>
      <output>{JSON.stringify([search, sort, page])}</output>
      <button type="button" onClick={() => change({ search: 'ana & co', page: 1 })}>
        Search
      </button>
      <button type="button" onClick={() => change({ search: '', sort: 'name' })}>
        Clear
      </button>
    </>
  );
}

const App = () => (
  <BrowserRouter basename="/console" useTransitions={false}>
    <List />
  </BrowserRouter>
);
const open = (path: string) => mountModule(createModule(App), { key: 'console', path });
const state = () => JSON.parse(screen.getByRole('status').textContent ?? '');

test('the address gives the values, and takes those that differ from their defaults', async () => {
  const module = await open('/console/people?sort=-name&page=3&other=stays');
  expect(state()).toEqual(['', '-name', 3]);
  const before = history.length;
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(state()).toEqual(['ana & co', '-name', 1]);
  expect(module.path).toBe('/console/people?sort=-name&other=stays&search=ana+%26+co');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(module.path).toBe('/console/people?other=stays');
  expect(history).toHaveLength(before);
});

test('a wrong value counts as its default, and the others stay', async () => {
  await open('/console/people?search=eva&sort=__proto__&page=-1');
  expect(state()).toEqual(['eva', 'name', 1]);
});
