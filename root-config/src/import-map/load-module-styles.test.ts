import { type ErrorReport, receiveReports } from '@portico/shared';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { loadModuleStyles } from './load-module-styles';

const sheet = 'https://cdn.test/orders/1/a.css';
const getLinks = () => [...document.head.querySelectorAll('link')];

let loader: TestLoader;
const reports: ErrorReport[] = [];
beforeAll(async () => {
  loader = await startTestLoader({
    rollouts: { '@module/tried': { version: '2.0.0', fallback: 'https://cdn.test/tried/1.js' } },
  });
  receiveReports((each) => reports.push(each));
});
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(() => {
  jest.useRealTimers();
  reports.length = 0;
  for (const link of getLinks()) link.remove();
});
afterAll(() => loader.close());

async function failAllAttempts(): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    getLinks()[0]?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(1_200);
  }
}

test('a module is shown without a style sheet that does not load, and that is reported', async () => {
  const loading = loadModuleStyles('@module/orders', [sheet]);
  await failAllAttempts();
  await loading;
  expect(reports).toMatchObject([
    { kind: 'load-error', source: '@module/orders', error: new Error(`The style sheet ${sheet} did not load.`) },
  ]);
});

test('a version in rollout has failed instead when a style sheet fails', async () => {
  const loading = expect(loadModuleStyles('@module/tried', [sheet])).rejects.toThrow('did not load');
  await failAllAttempts();
  await loading;
  expect(reports).toEqual([]);
});

test('a style sheet that hangs does not keep the module from the screen, and applies when it arrives', async () => {
  const loading = loadModuleStyles('@module/orders', [sheet]);
  await jest.advanceTimersByTimeAsync(5_000);
  await loading;
  expect(reports).toHaveLength(1);
  expect(getLinks()).toHaveLength(1);
});

test('a version in rollout is shown although a style sheet hangs', async () => {
  const loading = loadModuleStyles('@module/tried', [sheet]);
  await jest.advanceTimersByTimeAsync(5_000);
  await loading;
  expect(reports).toMatchObject([
    { kind: 'load-error', error: new Error(`The style sheets ${sheet} did not load within 5 s.`) },
  ]);
});

test('nothing is reported of a user who has left', async () => {
  const loading = loadModuleStyles('@module/orders', [sheet]);
  getLinks()[0]?.remove();
  await jest.advanceTimersByTimeAsync(5_000);
  await loading;
  expect(reports).toEqual([]);
});

test('sheets of packages precede those of the module, and do not fail a version in rollout', async () => {
  const ofPackage = 'https://cdn.test/styleguide/1/a.css';
  const loading = loadModuleStyles('@module/tried', [sheet], [ofPackage]);
  expect(getLinks().map(({ href }) => href)).toEqual([ofPackage, sheet]);
  getLinks()[1]?.dispatchEvent(new Event('load'));
  await failAllAttempts();
  await loading;
  expect(reports).toMatchObject([{ error: new Error(`The style sheet ${ofPackage} did not load.`) }]);
});
