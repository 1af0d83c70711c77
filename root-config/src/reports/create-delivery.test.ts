import type { PortalReport } from '@portico/shared';
import { waitFor } from '@testing-library/react';
import { createDelivery } from './create-delivery';

const createReport = (message: string): PortalReport => ({
  kind: 'reported',
  error: new Error(message),
  message,
  source: '@module/smsa',
  version: '1.4.2',
  address: 'https://cdn.test/smsa/1.4.2/remoteEntry.js',
  tenant: 'smsa',
  requestId: undefined,
});

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

test('the reporter is loaded once, for the first report, and gets all reports in order', async () => {
  const delivered: unknown[] = [];
  const load = jest.fn(async () => ({ report: ({ message }: PortalReport) => void delivered.push(message) }));
  const { deliver } = createDelivery(load);
  expect(load).not.toHaveBeenCalled();
  deliver(createReport('first'));
  deliver(createReport('second'));
  await waitFor(() => expect(delivered).toEqual(['first', 'second']));
  deliver(createReport('third'));
  expect(delivered).toEqual(['first', 'second', 'third']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a delivery has settled once the reporter has taken the reports', async () => {
  const delivered: unknown[] = [];
  let take = () => {};
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const delivery = createDelivery(async () => ({
    report: async ({ message }) => {
      await taken;
      delivered.push(message);
    },
  }));
  await delivery.settle();
  delivery.deliver(createReport('first'));
  const settled = delivery.settle().then(() => [...delivered]);
  take();
  await expect(settled).resolves.toEqual(['first']);
});

test('a reporter that does not load is loaded again for the next report, and no report is lost', async () => {
  const delivered: unknown[] = [];
  const load = jest
    .fn(async () => ({ report: ({ message }: PortalReport) => void delivered.push(message) }))
    .mockRejectedValueOnce(new Error('offline'));
  const { deliver } = createDelivery(load);
  deliver(createReport('first'));
  await waitFor(() => expect(log).toHaveBeenCalledTimes(1));
  expect(delivered).toEqual([]);
  await waitFor(() => {
    if (load.mock.calls.length < 2) deliver(createReport('second'));
    expect(delivered.slice(0, 2)).toEqual(['first', 'second']);
  });
});

test('a reporter that throws or rejects is logged, and gets the next report', async () => {
  const report = jest
    .fn<Promise<void>, [PortalReport]>(async () => {})
    .mockImplementationOnce(() => {
      throw new Error('thrown');
    })
    .mockRejectedValueOnce(new Error('rejected'));
  const { deliver } = createDelivery(async () => ({ report }));
  deliver(createReport('first'));
  deliver(createReport('second'));
  deliver(createReport('third'));
  await waitFor(() => expect(report).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(log).toHaveBeenCalledTimes(2));
  expect(log).toHaveBeenCalledWith('[portico] @portico/reporter:', new Error('rejected'));
});

test('while the reporter does not load, the newest fifty reports are kept', async () => {
  const delivered: unknown[] = [];
  let finishLoading = () => {};
  const loaded = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  const { deliver } = createDelivery(async () => {
    await loaded;
    return { report: ({ message }: PortalReport) => void delivered.push(message) };
  });
  for (let number = 1; number <= 60; number += 1) deliver(createReport(String(number)));
  finishLoading();
  await waitFor(() => expect(delivered).toHaveLength(50));
  expect(delivered.at(0)).toBe('11');
  expect(delivered.at(-1)).toBe('60');
});
