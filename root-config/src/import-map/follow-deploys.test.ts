import { type LeadingTab, startLeadingTab, supportLocks } from '@portico/shared/testing';
import { waitFor } from '@testing-library/dom';
import { getActiveImports } from '../reports/attribute';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DeployFollower, pollingPeriod } from './follow-deploys';
import { liveImportMap } from './live-import-map';

const deploys = new DeployFollower();
let loader: TestLoader;
/** It holds the connection to the broker. */
let otherTab: LeadingTab;

beforeAll(async () => {
  loader = await startTestLoader({ imports: { '@module/smsa': 'https://cdn.test/smsa/1/app.js' } });
  supportLocks();
  otherTab = startLeadingTab();
  deploys.start();
});
afterAll(async () => {
  otherTab.close();
  await loader.close();
});

const deploy = (version: number) => {
  loader.live.map = { imports: { '@module/smsa': `https://cdn.test/smsa/${version}/app.js` } };
};
const own = () => getActiveImports()['@module/smsa'];

it('fetches the live map at the first connection: it may have changed since the page was loaded', async () => {
  deploy(2);
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/2/app.js'));
});

it('fetches the live map when a change is announced, also right after another request', async () => {
  await liveImportMap.refresh();
  deploy(3);
  otherTab.changeImportMap();
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/3/app.js'));
});

it('fetches the live map when announcements may have been missed', async () => {
  deploy(4);
  otherTab.setState({ connection: 'second' });
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/4/app.js'));
});

it('fetches once for many announcements, and the last one counts', async () => {
  const before = loader.live.requests;
  for (let version = 5; version < 50; version += 1) {
    deploy(version);
    otherTab.changeImportMap();
  }
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/49/app.js'));
  expect(loader.live.requests).toBe(before + 1);
});

it('waits in a hidden tab until that is visible', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  const before = loader.live.requests;
  deploy(50);
  jest.useFakeTimers({ doNotFake: ['performance'] });
  deploys.handleMapChange();
  await jest.advanceTimersByTimeAsync(pollingPeriod);
  expect(loader.live.requests).toBe(before);
  jest.useRealTimers();
  visibility.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(own()).toBe('https://cdn.test/smsa/50/app.js'));
});

it('polls as long as the tab is visible', async () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  document.dispatchEvent(new Event('visibilitychange'));
  for (const version of [51, 52]) {
    deploy(version);
    await jest.advanceTimersByTimeAsync(pollingPeriod);
    expect(own()).toBe(`https://cdn.test/smsa/${version}/app.js`);
  }
  jest.useRealTimers();
});
