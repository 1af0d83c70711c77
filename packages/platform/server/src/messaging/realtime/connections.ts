import type { Client } from 'aedes';

/** Owner of a connection: a session of a user, or a browser without a session at an address. */
export type ConnectionOwner =
  | { readonly userId: string; readonly sessionId: string }
  | { readonly userId?: undefined; readonly address: string };

/** Maximum numbers of concurrent connections. */
export interface ConnectionLimits {
  readonly perUser: number;
  /** All browsers without a session together. */
  readonly anonymous: number;
  readonly anonymousPerAddress: number;
}

/** A browser has one connection. */
const defaultLimits: ConnectionLimits = { perUser: 50, anonymous: 2_000, anonymousPerAddress: 100 };

/**
 * Counts the connections to the embedded broker. A connection is added before its session is read, and stays until it
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
    /** Adds a connection. Returns `false` beyond a limit. */
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
    /** Counts the connections of users, and of browsers without a session. */
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
