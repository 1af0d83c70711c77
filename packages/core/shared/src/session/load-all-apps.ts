import { type App, appListSchema } from '@portico/contract';
import { atom } from 'jotai';
import { tenantKey } from '../api/configuration';
import { store } from '../store';
import { callApi } from './api-client';
import { signOut } from './session';
import { changeApps, getSessionState, hasMoreApps, isStale, sessionStateAtom } from './session-state';

const loadingAtom = atom<'coming' | 'failed' | 'retrying'>('coming');

/**
 * Whether the session lacks applications, because the page has not named all of them: they are coming, or the latest
 * call failed, or one after a failure is under way.
 */
export const missingAppsAtom = atom((get) => get(sessionStateAtom).hasMoreApps && get(loadingAtom));

let call: { readonly generation: number; readonly apps: Promise<readonly App[]> } | undefined;

/**
 * Asks for all applications of the user, which the session takes over; a user without any is signed out. All who ask
 * meanwhile get the same answer. When the session changes meanwhile, the answer is dropped, and the applications of the
 * present session are returned.
 * @throws ApiFailure when the API refuses or does not answer
 */
export function fetchApps(): Promise<readonly App[]> {
  const { generation } = getSessionState();
  if (call?.generation !== generation) {
    const started = { generation, apps: load(generation) };
    call = started;
    const end = () => {
      if (call === started) call = undefined;
    };
    started.apps.then(end, end);
  }
  return call.apps;
}

/**
 * Asks for the applications that the page has not named, if it has not named all. Apart from the recheck of the
 * session, which holds all calls. Never throws: without an answer the list stays as it is, and the next call asks
 * again.
 */
export async function loadAllApps(): Promise<void> {
  if (hasMoreApps()) await fetchApps().catch(() => undefined);
}

async function load(generation: number): Promise<readonly App[]> {
  if (store.get(loadingAtom) === 'failed') store.set(loadingAtom, 'retrying');
  let hasFailed = true;
  try {
    const apps = await callApi(`tenants/${encodeURIComponent(tenantKey())}/apps`, appListSchema);
    const { apps: present, session } = getSessionState();
    if (isStale(generation)) return present;
    hasFailed = false;
    if (apps.length === 0) void signOut('no-applications');
    // The same applications in a new list would route and draw everything again.
    else if (hasMoreApps() || JSON.stringify(apps) !== JSON.stringify(present)) changeApps(session.email, apps);
    return apps;
  } finally {
    if (!isStale(generation)) store.set(loadingAtom, hasFailed ? 'failed' : 'coming');
  }
}
