import { markUnsavedChanges, receiveReports } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { startReporting } from '../reports/start-reporting';
import {
  collectReports,
  countReloads,
  deploy,
  failing,
  getContent,
  getKinds,
  getName,
  getOutcomes,
  getStoredState,
  loader,
  never,
  open,
  panels,
  showing,
  startRollouts,
  storeFailure,
} from '../testing/test-rollouts';
import { liveImportMap } from './live-import-map';

startRollouts([
  'loads',
  'throws',
  'hangs',
  'stalls',
  'exports',
  'typing',
  'gone',
  'recent',
  'full',
  'offline',
  'crashes',
  'compared',
  'compared-fails',
  'alone',
  'reported',
  'works',
]);

describe('a version in a rollout that fails', () => {
  test.each([
    ['loads', 'load-error', undefined],
    ['throws', 'mount-error', failing],
    ['hangs', 'load-timeout', never],
    ['stalls', 'mount-timeout', { mount: never, unmount: async () => undefined }],
    ['exports', 'wrong-exports', { nothing: 1 }],
  ])('%s: is marked and the page is reloaded, without a panel (%s)', async (module, kind, exports) => {
    if (exports) deploy(module, 2, exports);
    open(module);
    await waitFor(() => expect(countReloads()).toBe(1));
    expect(getStoredState(module)).toBe('falling-back');
    expect([getKinds(), panels, getOutcomes()]).toEqual([[kind], [], []]);
  });

  test('is reported to the operator before the reload', async () => {
    System.addImportMap({ imports: { '@portico/reporter': 'https://cdn.test/reporter.js' } });
    const received: string[] = [];
    let take = () => {};
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const reporter = {
      report: async ({ kind }: { kind: string }) => {
        received.push(kind);
        await taken;
      },
    };
    startReporting({ loadReporter: async () => reporter, onReport: () => {} });
    deploy('reported', 2, failing);
    open('reported');
    await waitFor(() => expect(received).toEqual(['mount-error']));
    await liveImportMap.refresh();
    await new Promise((resolve) => setTimeout(resolve));
    expect(countReloads()).toBe(0);
    take();
    await waitFor(() => expect(countReloads()).toBe(1));
    collectReports();
  });

  test('shows its panel while something is unsaved', async () => {
    const form = {};
    markUnsavedChanges(form, true);
    open('typing');
    await waitFor(() => expect(panels).toHaveLength(1));
    markUnsavedChanges(form, false);
    expect([countReloads(), getStoredState('typing')]).toEqual([0, undefined]);
  });

  test('changes nothing after the user has left', async () => {
    deploy('gone', 2, failing);
    await new Promise<void>((resolve) => {
      receiveReports(() => queueMicrotask(() => application.lifecycles.unmount().then(resolve)));
      const application = open('gone');
    });
    collectReports();
    await liveImportMap.refresh();
    await new Promise((resolve) => setTimeout(resolve));
    expect([countReloads(), getStoredState('gone')]).toEqual([0, undefined]);
  });

  test('shows its panel if it failed less than 10 s ago, and reloads later', async () => {
    storeFailure('recent', { state: 'no-fallback' });
    deploy('recent', 2, failing);
    open('recent');
    await waitFor(() => expect(panels).toHaveLength(1));
    expect(countReloads()).toBe(0);
    storeFailure('recent', { state: 'no-fallback', failedAt: Date.now() - 11_000 });
    document.querySelector<HTMLElement>('.portico-place')?.click();
    await waitFor(() => expect(countReloads()).toBe(1));
  });

  test('shows its panel if the browser stores nothing', async () => {
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    open('full');
    await waitFor(() => expect(panels).toHaveLength(1));
    storage.mockRestore();
    expect(countReloads()).toBe(0);
  });

  test('shows its panel while the portal cannot be reached', async () => {
    loader.live.isReachable = false;
    await liveImportMap.refresh();
    open('offline');
    await waitFor(() => expect(panels).toHaveLength(1));
    loader.live.isReachable = true;
    await liveImportMap.refresh();
    expect([countReloads(), getStoredState('offline')]).toEqual([0, undefined]);
  });

  test('shows its panel if it crashes later', async () => {
    let crash: (error: unknown) => void = () => undefined;
    deploy('crashes', 2, {
      mount: async ({ onCrash }: { onCrash: (error: unknown) => void }) => {
        crash = onCrash;
      },
      unmount: async () => undefined,
    });
    open('crashes');
    await waitFor(() => expect(getOutcomes()).toHaveLength(1));
    crash(new Error('later'));
    await waitFor(() => expect(panels).toEqual(['crash: later']));
    expect([countReloads(), getStoredState('crashes')]).toEqual([0, undefined]);
    await waitFor(() => expect(getOutcomes()).toHaveLength(2));
    expect(getOutcomes()[1]?.body).toMatchObject({ version: '2.0.0', outcome: 'failed', detail: 'crash: later' });
  });
});

test('the server is told how the live version works that a canary of others is compared with', async () => {
  const rollouts = { ...loader.live.map.rollouts };
  for (const module of ['compared', 'compared-fails', 'alone']) delete rollouts[getName(module)];
  const compared = { [getName('compared')]: '2.0.0', [getName('compared-fails')]: '2.0.0' };
  const before = loader.live.map;
  loader.live.map = { ...before, rollouts, compared };
  await liveImportMap.refresh();
  for (const module of ['alone', 'compared']) deploy(module, 2, showing(module));
  deploy('compared-fails', 2, failing);
  open('alone');
  await waitFor(() => expect(getContent()).toContain('alone'));
  open('compared');
  await waitFor(() => expect(getOutcomes()).toHaveLength(1));
  expect(getOutcomes()[0]?.body).toMatchObject({ module: 'compared', version: '2.0.0', outcome: 'mounted' });
  open('compared-fails');
  await waitFor(() => expect(panels).toEqual(['mount-error: no mount']));
  await waitFor(() => expect(getOutcomes()).toHaveLength(2));
  expect(getOutcomes()[1]?.body).toMatchObject({ module: 'compared-fails', outcome: 'failed' });
  expect(countReloads()).toBe(0);
  loader.live.map = before;
  await liveImportMap.refresh();
});

test('the server is told once that a version in a rollout has mounted', async () => {
  deploy('works', 2, showing('the second'));
  const application = open('works');
  await waitFor(() => expect(getOutcomes()).toHaveLength(1));
  expect(getOutcomes()[0]?.body).toMatchObject({ module: 'works', version: '2.0.0', outcome: 'mounted' });
  await application.lifecycles.unmount();
  await application.lifecycles.mount();
  await waitFor(() => expect(getContent()).toBe('the second'));
  expect(sessionStorage.getItem('portico:outcomes:@module/works')).toBe('mounted 2.0.0');
  expect(getOutcomes()).toHaveLength(1);
});
