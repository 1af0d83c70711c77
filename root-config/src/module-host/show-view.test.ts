import { receiveReports, setLocale } from '@portico/shared';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { ModuleFailure } from './module-failure';
import { showFailure } from './show-failure';
import { showView } from './show-view';

const address = 'https://portal.test/ui.js';
const reports: string[] = [];

let loader: TestLoader;
let main: HTMLElement;
let arrive: () => void;
let end: (() => unknown) | undefined;

beforeAll(async () => {
  loader = await startTestLoader({ imports: { '@portico/ui': address } });
  receiveReports(({ kind, source }) => reports.push(`${source}: ${kind}`));
  await setLocale('en');
});
afterAll(() => loader.close());
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation();
  loader.files.clear();
  loader.fetched.length = 0;
  document.body.innerHTML = '<main tabindex="-1"></main><button type="button">Elsewhere</button>';
  main = screen.getByRole('main');
});
afterEach(async () => {
  await act(async () => end?.());
  System.delete(address);
  jest.useRealTimers();
});

const onRetry = jest.fn();
const showPanel = (isFocusLost = false) => {
  const view = showView(main, { title: 'Orders did not load', isFocusLost, onRetry });
  view.render(({ text }, arrival) => `${text} (${arrival})`);
  end = view.end;
};
/** The file arrives when the test says so. */
const holdBack = () => {
  jest.useFakeTimers();
  loader.files.set(address, () => new Promise((resolve) => (arrive = () => resolve({ text: 'The panel' }))));
};
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const plainLine = 'Orders did not load Try again';

it('is a line with a button where the file of the components does not load, which is reported once', async () => {
  showPanel();
  expect(await screen.findByRole('alert')).toHaveTextContent(plainLine);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
  end?.();
  expect(main).toBeEmptyDOMElement();
  showPanel();
  await screen.findByRole('alert');
  expect(reports).toEqual(['@portico/ui: load-error']);
});

it('uses the copy that the page has loaded after a failure', async () => {
  showPanel();
  await screen.findByRole('alert');
  end?.();
  loader.files.set(address, async () => ({ text: 'The panel' }));
  await System.import('@portico/ui');
  await act(async () => showPanel());
  expect(main).toHaveTextContent('The panel (announced)');
  expect(loader.fetched).toEqual([address, address]);
});

it('keeps a loader until the file is there, and no longer than some seconds', async () => {
  holdBack();
  showPanel();
  await wait(1_000);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await wait(5_000);
  expect(screen.getByRole('alert')).toHaveTextContent(plainLine);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  screen.getByRole('button', { name: 'Try again' }).focus();
  arrive();
  await wait(0);
  // Its button had the focus.
  expect(main).toHaveTextContent(/^The panel \(focused\)$/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(loader.fetched).toEqual([address]);
});

it('takes a focus that was lost, unless the user has moved on meanwhile', async () => {
  holdBack();
  main.focus();
  showPanel(true);
  await wait(5_000);
  expect(screen.getByText(/Orders did not load/)).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  arrive();
  await wait(0);
  expect(main).toHaveTextContent('The panel (announced)');
  expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus();
});

it('is not shown after its end', async () => {
  holdBack();
  showPanel();
  await wait(0);
  end?.();
  arrive();
  await wait(5_000);
  expect(main).toBeEmptyDOMElement();
});

it.each([
  ['crash', 'SMSA stopped working Try again'],
  ['not-installed', 'SMSA is not installed Try again'],
  ['mount-error', 'SMSA did not load Try again'],
] as const)('names what happened: %s', async (kind, text) => {
  const failure = new ModuleFailure(kind, undefined);
  end = showFailure(main, { source: '@module/smsa', name: 'SMSA', failure, timeoutSeconds: 15, onRetry });
  expect(await screen.findByText(/^SMSA/)).toHaveTextContent(text);
});
