import { type App, loadAllApps, setLocale } from '@portico/shared';
import { type ApiAnswer, renderParcel, testPortal } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findApps } from './app-tiles';
import { HomeScreen } from './home-screen';

const apps: App[] = Array.from({ length: 500 }, (_, index) => ({
  name: `Application ${index}`,
  module: `app-${index}`,
  description: index === 321 ? 'Férias e Ausências' : '',
}));

const portal = testPortal();
beforeAll(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
});

const list = () => screen.getByRole('list');

it('draws as many tiles as fill a screen, then the others, and all of them can be reached', async () => {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((found) => records.push(...found));
  observer.observe(document.body, { childList: true, subtree: true });
  renderParcel(HomeScreen, 'home');
  await Promise.resolve();
  observer.disconnect();
  const tiles = list();
  expect(within(tiles).getAllByRole('listitem')).toHaveLength(500);
  /** The tiles that were added to a list that stood there. */
  const later = records.filter(({ target }) => target === tiles).flatMap(({ addedNodes }) => [...addedNodes]);
  expect(later).toHaveLength(440);
});

it('names one of very many tiles by a label, which browsers know of one that they do not draw', async () => {
  renderParcel(HomeScreen, 'home');
  const links = within(list()).getAllByRole('link');
  expect(links[321]?.getAttribute('aria-label')).toBe('Application 321 Férias e Ausências');
  expect(links[322]?.getAttribute('aria-label')).toBe('Application 322');
  await userEvent.type(screen.getByRole('searchbox'), 'ferias');
  expect(within(list()).getByRole('link').hasAttribute('aria-label')).toBe(false);
});

it('finds one of many by words of its name or description, and says how many there are', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(300, 400));
  renderParcel(HomeScreen, 'home');
  const field = screen.getByRole('searchbox', { name: 'Find an application' });
  await userEvent.type(field, 'ausencias FER');
  expect(within(list()).getByRole('link')).toHaveAttribute('href', '/app-321/');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('Applications found: 1');
  await userEvent.clear(field);
  expect(status).toBeEmptyDOMElement();
  await userEvent.type(field, 'nothing');
  expect(within(list()).queryByRole('link')).not.toBeInTheDocument();
  expect(status).toHaveTextContent('Applications found: 0');
});

describe('of applications that the page has not all named', () => {
  const status = () => screen.getByRole('status');
  const named = apps.slice(0, 61);
  const all = [...named, ...apps.slice(321, 322)];
  beforeEach(() => portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, named, true));

  it('a search asks for the others at once, and says until then that it is not over', async () => {
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.answer(
      'GET /tenants/smsa/apps',
      isAnswered.then(() => ({ body: all })),
    );
    renderParcel(HomeScreen, 'home');
    await userEvent.type(screen.getByRole('searchbox'), 'ferias');
    expect(status()).toHaveTextContent('Applications found: 0 · Still loading…');
    await waitFor(() => expect(portal.calls.map(({ route }) => route)).toEqual(['GET /tenants/smsa/apps']));
    answer();
    expect(await screen.findByRole('link', { name: /^Application 321/ })).toBeVisible();
    expect(status()).toHaveTextContent(/^Applications found: 1$/);
    expect(portal.calls).toHaveLength(1);
  });

  it('says that the others did not load, and tries again', async () => {
    portal.answer('GET /tenants/smsa/apps', { status: 503 });
    renderParcel(HomeScreen, 'home');
    const field = screen.getByRole('searchbox');
    await userEvent.type(field, 'x');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/^Some of your applications did not load/)).toBeVisible();
    await userEvent.clear(field);
    await userEvent.click(retry);
    await waitFor(() => expect(portal.calls).toHaveLength(2));
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'));
    portal.answer('GET /tenants/smsa/apps', { body: all });
    await userEvent.click(retry);
    await waitFor(() => expect(list().children).toHaveLength(all.length));
    expect(retry).not.toBeInTheDocument();
    expect(field).toHaveFocus();
  });

  it('gives the focus back and is busy, also when somebody else asks for the others', async () => {
    portal.answer('GET /tenants/smsa/apps', { status: 503 });
    await loadAllApps();
    renderParcel(HomeScreen, 'home');
    const retry = screen.getByRole('button', { name: 'Try again' });
    act(() => retry.focus());
    let answer = (_: ApiAnswer) => {};
    portal.answer('GET /tenants/smsa/apps', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
    let loading: Promise<void> | undefined;
    act(() => {
      loading = loadAllApps();
    });
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'));
    expect(retry).toHaveFocus();
    await act(async () => {
      answer({ body: all });
      await loading;
    });
    expect(retry).not.toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });
});

it('shows no field for few applications', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps.slice(0, 60));
  renderParcel(HomeScreen, 'home');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

it.each([
  ['', 3],
  ['  ', 3],
  ['crm', 1],
  ['são VENDAS', 1],
  ['sales', 1],
  ['x', 0],
])('"%s" finds %i', (query, count) => {
  const some: App[] = [
    { name: 'São Paulo', module: 'sp', description: 'Vendas', description_en: 'Sales' },
    { name: 'Clients', module: 'crm', description: '' },
    { name: 'Stock', module: 'stock', description: '' },
  ];
  expect(findApps(some, query)).toHaveLength(count);
});
