import type { BrowserConnection, PortalChanges, RealtimeEvents } from './browser-connection';

/** The delay before the file of the connection loads again after a failure, in milliseconds. */
const reloadPeriod = 60_000;

/** The connection of this tab. */
let connection: BrowserConnection | undefined;

/** Receives changes that concern every browser, signed in or not. @returns ends the subscription */
export function subscribeToPortal(changes: PortalChanges): () => void {
  return withConnection((connection) => connection.addPortalListener(changes));
}

/** Receives the messages of a user, over the connection that all tabs share. Returns a function that ends that. */
export function startRealtime(email: string, events: RealtimeEvents): () => void {
  return withConnection(
    (connection) => connection.addListener(email, events),
    () => events.onStatus('off'),
  );
}

function withConnection(use: (connection: BrowserConnection) => () => void, onFailure?: () => void): () => void {
  let isOver = false;
  let endUse: (() => void) | undefined;

  const load = async () => {
    if (isOver) return;
    try {
      const connections = await import(/* webpackChunkName: "realtime" */ './browser-connection');
      if (isOver) return;
      connection ??= new connections.BrowserConnection();
      endUse = use(connection);
    } catch {
      // Meanwhile the page fetches the lists and the import map every minute.
      if (isOver) return;
      setTimeout(load, reloadPeriod);
      onFailure?.();
    }
  };

  void load();
  return () => {
    isOver = true;
    endUse?.();
  };
}
