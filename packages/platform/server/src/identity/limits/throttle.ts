import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Executor } from '../../database/database';
import { TooManyTriesError } from '../../http/api-error';
import type { LimitName, Limits } from './limits';
import { consumeTry, deleteThrottles, refundTry } from './throttle-repository';

/** Limits tries, counted in the database for all processes. */
export interface Throttle {
  /**
   * Counts a try before it is made, so that concurrent tries count as well.
   * @throws TooManyTriesError beyond the limit
   */
  count(executor: Executor, limit: LimitName, subject: string): Promise<void>;
  /** Uncounts a try that succeeded. */
  refund(executor: Executor, limit: LimitName, subject: string): Promise<void>;
  /** Resets the limits for this subject. */
  reset(executor: Executor, limits: readonly LimitName[], subject: string): Promise<void>;
}

export function createThrottle(limits: Limits, now: () => Date): Throttle {
  return {
    count: async (executor, name, subject) => {
      const wait = await consumeTry(executor, createKey(name, subject), limits[name], now());
      if (wait > 0) throw new TooManyTriesError(Math.ceil(wait / 1000));
    },
    refund: (executor, name, subject) => refundTry(executor, createKey(name, subject), limits[name]),
    reset: (executor, names, subject) =>
      deleteThrottles(
        executor,
        names.map((name) => createKey(name, subject)),
      ),
  };
}

/** Hashed, so that the database does not collect what people mistype. */
function createKey(name: LimitName, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** The address that limits count by. For IPv6 the first 64 bits, because one customer has all addresses behind them. */
export function getAddressGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // URL normalizes the address: lower case, no leading zeros, no dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const splitGroups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [splitGroups(head), splitGroups(tail ?? '')];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
