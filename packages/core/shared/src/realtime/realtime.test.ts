/** @jest-environment-options {"customExportConditions": ["node"]} */
import { waitFor } from '@testing-library/dom';
import { startTestPortal, supportLocks, type TestPortal, withShortWaits } from '../testing';
import { startTestBroker, type TestBroker } from '../testing/test-broker';
import { startRealtime } from './realtime';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };

// The file of the connection does not load at first.
let loads = 0;
let isThere = false;
jest.mock('./browser-connection', () => {
  loads += 1;
  if (!isThere) throw new Error('The file is not there.');
  return jest.requireActual('./browser-connection');
});

/** From one try to the next, in milliseconds. */
const period = 60_000;

let broker: TestBroker;
let portal: TestPortal;
beforeAll(async () => {
  broker = await startTestBroker();
  portal = await startTestPortal({ realtime: { credentials: 'session', url: broker.address } });
  supportLocks();
  await portal.signIn(ana, [{ name: 'SMSA', module: 'smsa', description: '' }]);
});
afterAll(async () => {
  await broker.close();
  await portal.close();
});

it('tries no more once it is ended', async () => {
  await withShortWaits([period], async () => {
    const stop = startRealtime(ana.email, { onMessage() {}, onStatus: () => stop() });
    await waitFor(() => expect(loads).toBe(1));
    // A try that is not stopped would come first.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(loads).toBe(1);
});

it('is off while its file does not load, tries again every minute, and then connects', async () => {
  const statuses: string[] = [];
  await withShortWaits([period], async () => {
    const end = startRealtime(ana.email, { onMessage() {}, onStatus: (status) => statuses.push(status) });
    await waitFor(() => expect(loads).toBeGreaterThan(3));
    isThere = true;
    await waitFor(() => expect(statuses.at(-1)).toBe('live'));
    end();
  });
  expect(statuses.slice(0, 3)).toEqual(['off', 'off', 'off']);
});

it('begins nothing if it is ended while its file loads', async () => {
  const statuses: string[] = [];
  startRealtime(ana.email, { onMessage() {}, onStatus: (status) => statuses.push(status) })();
  await import('./browser-connection');
  expect(statuses).toEqual([]);
});
