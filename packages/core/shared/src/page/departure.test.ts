import { waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { requestJson } from '../api/request';
import { testPortal } from '../testing';
import { followDepartures, getDeparture } from './departure';
import { type ErrorReport, receiveReports, report } from './report';

const received: unknown[] = [];
const portal = testPortal();
let log: jest.SpyInstance;
beforeAll(() => {
  followDepartures();
  receiveReports(({ error }: ErrorReport) => received.push(error));
});
beforeEach(() => {
  received.length = 0;
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.useRealTimers();
  log.mockRestore();
  bringBack();
});

const askToLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const hide = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
const bringBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
const fail = (error: string) => report({ kind: 'reported', source: '@portico/shared', error });
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('errors during page unload are ignored, errors after the return of the page are reported', async () => {
  askToLeave();
  fail('before it goes');
  hide();
  fail('after it went');
  bringBack();
  fail('back again');
  await settle();
  expect(received).toEqual(['back again']);
  expect(log.mock.calls).toEqual([['[portico] @portico/shared:', 'back again']]);
});

test('a page that goes without being asked is left, too', async () => {
  hide();
  fail('after it went');
  bringBack();
  await settle();
  expect(received).toEqual([]);
});

test('errors during an unload that is cancelled are reported after it, later errors immediately', async () => {
  jest.useFakeTimers();
  askToLeave();
  fail('a request that the browser has ended');
  expect(received).toEqual([]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(received).toEqual(['a request that the browser has ended']);
  expect(getDeparture()).toBeUndefined();
  fail('the next');
  expect(received).toEqual(['a request that the browser has ended', 'the next']);
});

test('a page that was left does not stay because time has passed', async () => {
  jest.useFakeTimers();
  askToLeave();
  hide();
  fail('after it went');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(getDeparture()).toBeDefined();
  expect(received).toEqual([]);
});

test('a call without an answer fails only once it is known that the page stays', async () => {
  portal.answer('GET /users/me', 'unreachable');
  askToLeave();
  let outcome = 'pending';
  const call = requestJson('users/me', v.unknown()).catch((error) => {
    outcome = error.code;
  });
  await waitFor(() => expect(portal.calls).toHaveLength(1));
  expect(outcome).toBe('pending');
  bringBack();
  await call;
  expect(outcome).toBe('unreachable');
});
