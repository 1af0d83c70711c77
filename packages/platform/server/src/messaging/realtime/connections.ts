import type { Client } from 'aedes';

/** A session of a user, or a browser without a session at an address. */
export type ConnectionOwner =
  | { readonly userId: string; readonly sessionId: string }
  | { readonly userId?: undefined; readonly address: string };

/** How many connections there may be at the same time. */
export interface ConnectionLimits {
  readonly perUser: number;
  /** Of all browsers without a session. */
  readonly anonymous: number;
  readonly anonymousPerAddress: number;
}

/** A browser has one connection. */
const defaultLimits: ConnectionLimits = { perUser: 50, anonymous: 2_000, anonymousPerAddress: 100 };

/**
 * The connections to the embedded broker. A connection is added before its session is looked up, and stays until it
 * closes.
 */
export function createConnections(changedLimits: Partial<ConnectionLimits> = {}) {
  const limits = { ...defaultLimits, ...changedLimits };
  const owners = new Map<Client, ConnectionOwner>();
  const counts = new Map<string, number>();

  function getCounters(owner: ConnectionOwner): (readonly [name: string, limit: number])[] {
    if (owner.userId !== undefined) return [[`user ${owner.userId}`, limits.perUser]];
    return [
      ['anonymous', limits.anonymous],
      [`address ${owner.address}`, limits.anonymousPerAddress],
    ];
  }

  function change(owner: ConnectionOwner, by: number): void {
    for (const [name] of getCounters(owner)) {
      const count = (counts.get(name) ?? 0) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    }
  }

  return {
    /** @returns whether there was room for it */
    add: (client: Client, owner: ConnectionOwner): boolean => {
      if (getCounters(owner).some(([name, limit]) => (counts.get(name) ?? 0) >= limit)) return false;
      owners.set(client, owner);
      change(owner, 1);
      return true;
    },
    delete: (client: Client) => {
      const owner = owners.get(client);
      if (owner && owners.delete(client)) change(owner, -1);
    },
    /** How many connections users have, and browsers without a session. */
    count: () => {
      const anonymous = counts.get('anonymous') ?? 0;
      return { user: owners.size - anonymous, anonymous };
    },
    sessionIds: () => [
      ...new Set([...owners.values()].flatMap((owner) => (owner.userId === undefined ? [] : owner.sessionId))),
    ],
    /** Closes all connections of a session. */
    drop: (sessionId: string) => {
      for (const [client, owner] of owners) {
        if (owner.userId !== undefined && owner.sessionId === sessionId) client.close();
      }
    },
  };
}
