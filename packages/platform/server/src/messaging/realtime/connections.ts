import { WebSocket } from 'ws';
import { closeCodes } from './close-codes';

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

/** Counts the connections to the embedded broker, from before their session is read until they close. */
export function createConnections(changedLimits: Partial<ConnectionLimits> = {}) {
  const limits = { ...defaultLimits, ...changedLimits };
  const owners = new Map<WebSocket, ConnectionOwner>();
  const counts = new Map<string, number>();

  function change(name: string, by: number): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  }

  return {
    /** Adds a connection until it closes. Returns `false` beyond a limit, or if it has closed. */
    add: (webSocket: WebSocket, owner: ConnectionOwner): boolean => {
      const counters = new Map(
        owner.userId === undefined
          ? [
              ['anonymous', limits.anonymous],
              [`address ${owner.address}`, limits.anonymousPerAddress],
            ]
          : [[`user ${owner.userId}`, limits.perUser]],
      );
      // A client that left during authentication would be counted forever: its websocket has already closed.
      if (webSocket.readyState !== WebSocket.OPEN) return false;
      if ([...counters].some(([name, limit]) => (counts.get(name) ?? 0) >= limit)) return false;
      owners.set(webSocket, owner);
      for (const name of counters.keys()) change(name, 1);
      webSocket.once('close', () => {
        owners.delete(webSocket);
        for (const name of counters.keys()) change(name, -1);
      });
      return true;
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
      for (const [webSocket, owner] of owners) {
        if (owner.userId !== undefined && owner.sessionId === sessionId) webSocket.close(closeCodes.policyViolation);
      }
    },
  };
}
