import { whenIdle } from '../page/when-idle';
import type { BrowserConnection, RealtimeEvents } from './browser-connection';

/**
 * Media query of the windows that get notifications live. Narrower ones fetch them every minute while they are visible.
 */
export const liveWindow = '(min-width: 769px)';

/** Delay after the file of the connection did not load, in milliseconds. */
const reloadPeriod = 60_000;

/** The one of this tab. */
let connection: BrowserConnection | undefined;

/**
 * Calls the handler whenever the live import map has changed, or may have changed while there was no connection: also
 * at the first connection. Connects once the screen is complete and the browser is idle, signed in or not.
 * @returns ends it
 */
export function subscribeToAnnouncements(onAnnouncement: () => void): () => void {
  return withConnection(whenIdle, (connection) => connection.addAnnouncementHandler(onAnnouncement));
}

/**
 * Receives the messages of the user who is signed in, over the connection that all tabs of the browser share.
 * @param email of that user
 * @returns ends it
 */
export function startRealtime(email: string, events: RealtimeEvents): () => void {
  return withConnection(
    (load) => load(),
    (connection) => connection.addListener(email, events),
    () => events.onStatus('off'),
  );
}

function withConnection(
  schedule: (load: () => void) => void,
  use: (connection: BrowserConnection) => () => void,
  onFailure?: () => void,
): () => void {
  let isOver = false;
  let endUse: (() => void) | undefined;

  const load = async () => {
    if (isOver) return;
    try {
      const connections = await import(/* webpackChunkName: "realtime" */ './browser-connection');
      connection ??= new connections.BrowserConnection();
      if (!isOver) endUse = use(connection);
    } catch {
      // The lists and the import map are fetched every minute meanwhile.
      if (isOver) return;
      setTimeout(load, reloadPeriod);
      onFailure?.();
    }
  };

  schedule(() => void load());
  return () => {
    isOver = true;
    endUse?.();
  };
}
