import { mountModule } from '@portico/module-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as app from './app';

// jsdom does not scroll.
beforeAll(() => Object.assign(window, { scrollTo: () => {} }));
beforeEach(() => localStorage.clear());

const mountAt = (path: string) => mountModule(app, { key: 'smsa', path: `/smsa${path}`, locale: 'en' });
const isDirty = ({ calls }: Awaited<ReturnType<typeof mountAt>>) => calls.setDirty.at(-1);

test.each([
  ['/tickets/new', 'Subject'],
  ['/tickets/4812', 'Your answer'],
  ['/tickets/evaluation', /comment/i],
])('text typed at %s is unsaved until it is saved or deleted, and stays within the module', async (path, label) => {
  const module = await mountAt(path);
  expect(isDirty(module)).toBe(false);
  await userEvent.type(await screen.findByLabelText(label), 'The printer');
  expect(isDirty(module)).toBe(true);
  await module.navigate('/smsa/portal/faq');
  await module.navigate(`/smsa${path}`);
  expect(await screen.findByLabelText(label)).toHaveValue('The printer');
  expect(isDirty(module)).toBe(true);
  expect(await module.save()).toBe(true);
  expect(isDirty(module)).toBe(false);
  await module.unmount();
  const again = await mountAt(path);
  expect(await screen.findByLabelText(label)).toHaveValue('The printer');
  expect(isDirty(again)).toBe(false);
  await userEvent.clear(screen.getByLabelText(label));
  expect(isDirty(again)).toBe(true);
});

test('unsaved text is discarded when the user leaves', async () => {
  const module = await mountAt('/tickets/new');
  await userEvent.type(screen.getByLabelText('Subject'), 'The printer');
  await module.unmount();
  await mountAt('/tickets/new');
  expect(screen.getByLabelText('Subject')).toHaveValue('');
});

test('a sent answer is no longer a draft', async () => {
  const module = await mountAt('/tickets/4812');
  await userEvent.type(screen.getByLabelText('Your answer'), 'It works');
  await module.save();
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(isDirty(module)).toBe(false);
  expect(screen.getByLabelText('Your answer')).toHaveValue('');
  expect(screen.getByText('It works')).toBeVisible();
  expect(localStorage).toHaveLength(0);
});

test('drafts that cannot be saved keep the user in the module', async () => {
  const module = await mountAt('/tickets/new');
  await userEvent.type(screen.getByLabelText('Subject'), 'The printer');
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(module.save()).rejects.toThrow('storage');
  setItem.mockRestore();
  expect(isDirty(module)).toBe(true);
});

test('the link that shows all tickets moves the focus to the heading', async () => {
  await mountAt('/?q=nothing');
  await userEvent.click(screen.getByRole('link', { name: 'Show all tickets' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('changing a sent rating moves the focus to the heading', async () => {
  await mountAt('/tickets/evaluation');
  await userEvent.click(await screen.findByRole('radio', { name: /^4/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change my rating' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a closed ticket is told to others, and the card follows what they tell', async () => {
  const module = await mountAt('/tickets/4815');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as solved' }));
  expect(module.calls.publish).toEqual([{ name: 'tickets:closed', payload: { id: 4815 } }]);
  await module.unmount();
  const card = await mountModule({ default: app.waiting }, { key: 'smsa', locale: 'en' });
  const count = () => Number.parseInt(screen.getByRole('status').textContent ?? '', 10);
  const before = count();
  await card.emit('tickets:closed', { id: 4814 }, 'smsa');
  await card.emit('tickets:closed', { id: 4809 }, 'another');
  expect(count()).toBe(before - 1);
  await card.emit('tickets:opened', { id: 4815, status: 'open' }, 'smsa');
  expect(count()).toBe(before);
  await userEvent.click(screen.getAllByRole('link')[0] ?? document.body);
  expect(card.calls.navigate).toEqual([expect.stringMatching(/^\/smsa\/tickets\/48/)]);
});

test('a ticket keeps the status that the user selects when its event arrives', async () => {
  const module = await mountAt('/tickets/4812');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'waiting');
  const [event] = module.calls.publish;
  expect(event?.name).toBe('tickets:opened');
  await module.emit('tickets:opened', event?.payload, 'smsa');
  expect(screen.getByLabelText('State')).toHaveValue('waiting');
});
