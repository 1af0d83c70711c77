import { readPage } from '../configuration/configuration';
import { report } from '../reports/report';
import { sessionAtom } from '../session/session-state';
import { store } from '../store';
import { getRealtimeCredentials } from './realtime-credentials';

/**
 * What the connection needs of the shell. The files that load late get it passed in and import its type only: webpack
 * cannot merge a module of the first file with its neighbours once a late file imports it too, which costs 2 KB before
 * sign-in.
 */
export const realtimeShell = {
  getSession: () => store.get(sessionAtom),
  /** @returns ends it */
  onSessionChange: (handler: () => void) => store.sub(sessionAtom, handler),
  getCredentials: getRealtimeCredentials,
  /** As the configuration says: an address, or a path of the page's host. */
  getBrokerUrl: () => readPage().configuration.realtime.url,
  report,
};

export type RealtimeShell = typeof realtimeShell;
