import { type PortalReport, report, send } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/react';
import { startReporting } from './start-reporting';

const address = 'https://cdn.test/smsa/1.4.2/remoteEntry.js';
const reporter = 'https://cdn.test/reporter/reporter.js';
const imports: Record<string, string> = { '@module/smsa': address, '@portico/reporter': reporter };
const delivered: PortalReport[] = [];

const portal = testPortal();
let log: jest.SpyInstance;
beforeAll(() => {
  Object.assign(window, {
    System: {
      getImportMap: () => ({ imports }),
    },
  });
  givePageRequestId('page-1');
  startReporting({
    loadReporter: async () => ({ report: (value) => void delivered.push(value) }),
    onReport: () => {},
  });
});
beforeEach(() => {
  delivered.length = 0;
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

/** jsdom has no entries of performance. */
function givePageRequestId(description: string): void {
  class PerformanceResourceTiming {
    readonly serverTiming = [
      { name: 'other', description: '' },
      { name: 'request', description },
    ];
  }
  Object.assign(globalThis, { PerformanceResourceTiming });
  Object.assign(performance, { getEntriesByType: () => [new PerformanceResourceTiming()] });
}

function errorFrom(script: string, message = 'boom'): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at run (${script}:1:2)` });
}

function rejectUnhandled(reason: unknown): void {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

test('an uncaught error of a module is reported with name, version, address and tenant', async () => {
  const error = errorFrom('https://cdn.test/smsa/1.4.2/12.js');
  dispatchEvent(new ErrorEvent('error', { error, message: 'boom' }));
  await waitFor(() => expect(delivered).toHaveLength(1));
  expect(delivered[0]).toEqual({
    kind: 'uncaught',
    error,
    message: undefined,
    source: '@module/smsa',
    version: '1.4.2',
    address,
    tenant: 'smsa',
    requestId: 'page-1',
  });
  expect(log).toHaveBeenCalledWith('[portico] @module/smsa:', error);
});

test('a failed call is reported with its own request id', async () => {
  const headers = { 'x-request-id': 'call-7' };
  portal.answer('GET /broken', { status: 500, headers });
  await send('broken', { token: 'any' }).catch(rejectUnhandled);
  await waitFor(() => expect(delivered).toHaveLength(1));
  expect(delivered[0]?.requestId).toBe('call-7');
});

test('an unhandled rejection is reported; one without a stack has no source', async () => {
  rejectUnhandled(errorFrom(address));
  rejectUnhandled('no reason');
  await waitFor(() => expect(delivered.map(({ source }) => source)).toEqual(['@module/smsa', undefined]));
  expect(delivered[1]).toMatchObject({ kind: 'unhandled-rejection', error: 'no reason', version: undefined });
});

test('an error without a stack is attributed to the script that the browser names', async () => {
  dispatchEvent(new ErrorEvent('error', { error: 'a text', message: 'Uncaught a text', filename: address }));
  dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }));
  await waitFor(() => expect(delivered.map(({ source }) => source)).toEqual(['@module/smsa', undefined]));
  expect(delivered[1]?.error).toBe('Script error.');
});

test('a failure with a panel is not reported again as uncaught', async () => {
  const cause = errorFrom(address, 'does not parse');
  dispatchEvent(new ErrorEvent('error', { error: cause }));
  report({ kind: 'load-error', source: '@module/smsa', error: new Error('failure', { cause }) });
  rejectUnhandled(errorFrom(address, 'the next'));
  await waitFor(() => expect(delivered.map(({ kind }) => kind)).toEqual(['load-error', 'unhandled-rejection']));
});

test('an error of the reporter is not sent to it', async () => {
  rejectUnhandled(errorFrom(reporter));
  rejectUnhandled(errorFrom(address));
  await waitFor(() => expect(delivered).toHaveLength(1));
  expect(delivered[0]?.source).toBe('@module/smsa');
  expect(log).toHaveBeenCalledWith('[portico] @portico/reporter:', expect.any(Error));
});
