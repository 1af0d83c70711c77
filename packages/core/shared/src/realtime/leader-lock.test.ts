import { waitFor } from '@testing-library/dom';
import { supportLocks } from '../testing';
import { type LeaderLock, requestLead } from './leader-lock';

let leading: string[];
let locks: LeaderLock[];

beforeEach(() => {
  supportLocks();
  leading = [];
  locks = [];
});
afterEach(() => {
  for (const lock of locks) lock.release();
});

/** A tab that queues for the lead. */
function open(tab: string): LeaderLock {
  const lock = requestLead(() => {
    leading.push(tab);
    return () => {
      leading = leading.filter((other) => other !== tab);
    };
  });
  locks.push(lock);
  return lock;
}

const until = (...tabs: string[]) => waitFor(() => expect(leading).toEqual(tabs));

it('ends the lead of a tab from which another one takes it, and gives it back later', async () => {
  const first = open('first');
  await until('first');
  const second = open('second');
  second.steal();
  await until('second');
  second.release();
  await until('first');
  first.release();
  await until();
});

it('passes over a tab that has left the queue', async () => {
  const first = open('first');
  open('second').release();
  open('third');
  await until('first');
  first.release();
  await until('third');
});
