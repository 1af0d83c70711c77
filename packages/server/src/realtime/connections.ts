import type { Client } from 'aedes';

/** Whose a connection is. */
export interface ConnectionOwner {
  readonly userId: string;
  readonly sessionId: string;
}

/** Who is connected to the embedded broker. A connection is here before its session is looked up, and until it closes. */
export interface Connections {
  /** Whether there was room for one more of the user. */
  add(client: Client, owner: ConnectionOwner): boolean;
  delete(client: Client): void;
  sessionIds(): string[];
  /** Closes all connections of a session. */
  drop(sessionId: string): void;
}

export function createConnections(perUser: number): Connections {
  const owners = new Map<Client, ConnectionOwner>();
  const counts = new Map<string, number>();
  const change = (userId: string, by: number) => {
    const count = (counts.get(userId) ?? 0) + by;
    if (count === 0) counts.delete(userId);
    else counts.set(userId, count);
  };
  return {
    add: (client, owner) => {
      if ((counts.get(owner.userId) ?? 0) >= perUser) return false;
      owners.set(client, owner);
      change(owner.userId, 1);
      return true;
    },
    delete: (client) => {
      const owner = owners.get(client);
      if (owner && owners.delete(client)) change(owner.userId, -1);
    },
    sessionIds: () => [...new Set([...owners.values()].map(({ sessionId }) => sessionId))],
    drop: (sessionId) => {
      for (const [client, owner] of owners) if (owner.sessionId === sessionId) client.close();
    },
  };
}
