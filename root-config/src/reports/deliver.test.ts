import type { PortalReport } from '@portico/shared';
import { waitFor } from '@testing-library/react';
import { createDelivery } from './deliver';

const reportOf = (message: string): PortalReport => ({
  kind: 'reported',
  error: new Error(message),
  message,
  source: '@module/smsa',
  version: '1.4.2',
  address: 'https://cdn.test/smsa/1.4.2/remoteEntry.js',
  tenant: 'smsa',
});

let complaints: jest.SpyInstance;
beforeEach(() => {
  complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => complaints.mockRestore());

test('the reporter is fetched once, for the first report, and gets all in their order', async () => {
  const delivered: unknown[] = [];
  const load = jest.fn(async () => ({ report: ({ message }: PortalReport) => void delivered.push(message) }));
  const deliver = createDelivery(load);
  expect(load).not.toHaveBeenCalled();
  deliver(reportOf('first'));
  deliver(reportOf('second'));
  await waitFor(() => expect(delivered).toEqual(['first', 'second']));
  deliver(reportOf('third'));
  expect(delivered).toEqual(['first', 'second', 'third']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a reporter that does not load is tried again with the next report, and nothing is lost', async () => {
  const delivered: unknown[] = [];
  const load = jest
    .fn(async () => ({ report: ({ message }: PortalReport) => void delivered.push(message) }))
    .mockRejectedValueOnce(new Error('offline'));
  const deliver = createDelivery(load);
  deliver(reportOf('first'));
  await waitFor(() => expect(complaints).toHaveBeenCalledTimes(1));
  expect(delivered).toEqual([]);
  await waitFor(() => {
    if (load.mock.calls.length < 2) deliver(reportOf('second'));
    expect(delivered.slice(0, 2)).toEqual(['first', 'second']);
  });
});

test('a reporter that throws or rejects is complained about, and gets the next report', async () => {
  const report = jest
    .fn<Promise<void>, [PortalReport]>(async () => {})
    .mockImplementationOnce(() => {
      throw new Error('thrown');
    })
    .mockRejectedValueOnce(new Error('rejected'));
  const deliver = createDelivery(async () => ({ report }));
  deliver(reportOf('first'));
  deliver(reportOf('second'));
  deliver(reportOf('third'));
  await waitFor(() => expect(report).toHaveBeenCalledTimes(3));
  await waitFor(() => expect(complaints).toHaveBeenCalledTimes(2));
  expect(complaints).toHaveBeenCalledWith('[portico] @portico/reporter:', new Error('rejected'));
});

test('while the reporter does not load, the newest reports are kept, and not more than fifty', async () => {
  const delivered: unknown[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const deliver = createDelivery(async () => {
    await arrived;
    return { report: ({ message }: PortalReport) => void delivered.push(message) };
  });
  for (let number = 1; number <= 60; number += 1) deliver(reportOf(String(number)));
  arrive();
  await waitFor(() => expect(delivered).toHaveLength(50));
  expect(delivered.at(0)).toBe('11');
  expect(delivered.at(-1)).toBe('60');
});
