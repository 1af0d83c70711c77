import { openRelayChannel, type RelayMessage, type RelayState } from '../realtime/relay-message';

/** Another tab of the browser, which holds the connection to the broker. */
export interface LeadingTab {
  /** Tells all tabs that the live import map has changed. */
  changeImportMap(): void;
  /** Tells all tabs that announcements have changed, those of a tenant or, if empty, of all. */
  changeAnnouncements(channel: string): void;
  /** Sends a message for the user of the connection to all tabs. */
  send(message: object): void;
  /** Tells all tabs the new state of the connection. */
  setState(change: Partial<RelayState>): void;
  close(): void;
}

/** Takes the lead before the tab under test does; needs `supportLocks`. */
export function startLeadingTab(): LeadingTab {
  let state: RelayState = { type: 'STATE', email: '', status: 'connected', connection: 'first' };
  let release = () => {};
  const channel = openRelayChannel((message: RelayMessage) => {
    if (message.type === 'CHECK' || message.type === 'WANTED') channel.post(state);
  });
  void navigator.locks.request(
    'portico:realtime',
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  return {
    changeImportMap: () => channel.post({ type: 'IMPORT_MAP_CHANGED' }),
    changeAnnouncements: (changed) => channel.post({ type: 'ANNOUNCEMENTS_CHANGED', channel: changed }),
    send: (message) => channel.post({ type: 'MESSAGE', email: state.email, payload: JSON.stringify(message) }),
    setState(change) {
      state = { ...state, ...change };
      channel.post(state);
    },
    close() {
      release();
      channel.close();
    },
  };
}
