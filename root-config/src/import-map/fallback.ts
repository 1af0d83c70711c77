import {
  cutText,
  getModuleKey,
  hasUnsavedChanges,
  i18n,
  type RolloutOutcome,
  send,
  sessionAtom,
  showToast,
  store,
  whenIdle,
} from '@portico/shared';
import * as v from 'valibot';
import type { ImportMapHooks } from '../module-host/hosted-application';
import { ModuleFailure } from '../module-host/module-failure';
import { evaluatedModules, findAddress, findModuleName } from '../module-host/module-import';
import { waitAtMost } from '../module-host/with-timeout';
import { flushReports } from '../reports/start-reporting';
import { liveImportMap } from './live-import-map';
import {
  appendToList,
  failedKindSchema,
  findFailedVersion,
  isRejected,
  readList,
  storeFailedVersion,
} from './session-lists';

/** The shortest time between two reloads for one version, in milliseconds. */
const reloadGap = 10_000;
/** Timeout for each request to the server, in milliseconds. */
const timeout = 3_000;

/** Creates the hooks of a module: they choose the version that this tab loads, and handle its failure. */
export function createImportMapHooks(name: string): ImportMapHooks {
  const key = getModuleKey(name);
  return {
    async beforeImport() {
      const isUnknown = liveImportMap.findModule(key) === undefined;
      await waitAtMost<unknown>(isUnknown ? liveImportMap.lookUp(key) : liveImportMap.refreshForUser(), timeout);
      applyFallback(name);
    },
    async onImportError() {
      // It may have been published since the tab looked it up.
      await liveImportMap.refresh(key);
    },
    onMount: () => handleMount(name),
    onFailure: (failure, hasLeft) => handleFailure(name, failure, hasLeft),
  };
}

/**
 * Creates the hooks of a module's parcel. The page around it stays: it does not reload for the version before, which is
 * loaded in its place if nothing of the failed version runs. Only a file that does not load counts for the rollout,
 * because a parcel says little about the application (docs/decisions/0073).
 */
export function createParcelHooks(name: string): ImportMapHooks {
  const key = getModuleKey(name);
  return {
    ...createImportMapHooks(name),
    async onImportError(failure) {
      const isReachable = await liveImportMap.refresh(key);
      const rollout = resolveRollout(name);
      if (!rollout || !isReachable || failure.address !== rollout.address || evaluatedModules.has(name)) return;
      storeFailure(name, rollout, failure);
      applyFallback(name);
    },
    onMount: () => {
      const rollout = resolveRollout(name);
      if (rollout && evaluatedModules.get(name) === rollout.fallback) handleMount(name);
    },
    onFailure: async (failure) => {
      const rollout = resolveRollout(name);
      const isOfFallback = rollout !== undefined && failure.address === rollout.fallback;
      return (isOfFallback && rejectFallback(name, rollout.version)) || failure;
    },
  };
}

/** Maps the name to the version before, if its version has failed in this tab. */
function applyFallback(name: string): void {
  const rollout = resolveRollout(name);
  if (rollout && isRejected(name, rollout.address, rollout.version)) liveImportMap.setAddress(name, rollout.fallback);
}

/** Reports the version on screen to the server, and tells the user if it is the version before. */
function handleMount(name: string): void {
  const rollout = resolveRollout(name);
  if (!rollout) {
    const version = liveImportMap.findCompared(name);
    if (version !== undefined) reportRolloutOutcome(name, { version, outcome: 'mounted', detail: '' });
    return;
  }
  const { version, fallback } = rollout;
  if (evaluatedModules.get(name) !== fallback) {
    reportRolloutOutcome(name, { version, outcome: 'mounted', detail: '' });
    return;
  }
  const failed = findFailedVersion(name, version);
  if (failed?.state !== 'falling-back') return;
  storeFailedVersion(name, { ...failed, state: 'fell-back' });
  reportFailed(name, version, failed);
  showToast({ type: 'warning', text: i18n.t('update.fallback', { name: findModuleName(getModuleKey(name)) }) });
}

/**
 * Reloads the page if the version before can replace one that failed (docs/decisions/0014).
 * @param hasLeft whether the user is no longer at the module
 * @returns the failure to show; `undefined` if the page is being reloaded
 */
async function handleFailure(
  name: string,
  failure: ModuleFailure,
  hasLeft: () => boolean,
): Promise<ModuleFailure | undefined> {
  const rollout = resolveRollout(name);
  if (!rollout) {
    void reportComparedFailure(name, failure, hasLeft);
    return failure;
  }
  if (failure.address === rollout.fallback) return rejectFallback(name, rollout.version) ?? failure;
  // It has run already: the version before does not replace it without the user.
  if (failure.kind === 'crash' && failure.address === rollout.address) reportFailed(name, rollout.version, failure);
  return (await reloadForFallback(name, rollout, failure, hasLeft)) ? undefined : failure;
}

/** Reports the failure of a live version that a canary is compared with, unless the connection is broken. */
async function reportComparedFailure(name: string, failure: ModuleFailure, hasLeft: () => boolean): Promise<void> {
  const version = liveImportMap.findCompared(name);
  const isOutcome = failure.kind === 'crash' || v.is(failedKindSchema, failure.kind);
  if (version === undefined || !isOutcome || failure.address !== findAddress(name)) return;
  const isReachable = await waitAtMost(liveImportMap.refresh(), timeout);
  if (isReachable && !hasLeft()) reportFailed(name, version, failure);
}

function reportFailed(name: string, version: string, { kind, message }: Pick<ModuleFailure, 'kind' | 'message'>): void {
  reportRolloutOutcome(name, { version, outcome: 'failed', detail: `${kind}: ${message}` });
}

async function reloadForFallback(
  name: string,
  rollout: ResolvedRollout,
  failure: ModuleFailure,
  hasLeft: () => boolean,
): Promise<boolean> {
  if (!v.is(failedKindSchema, failure.kind)) return false;
  // While the portal cannot be reached, a reload would lose the page.
  const isReachable = await waitAtMost(liveImportMap.refresh(), timeout);
  // A reload would also stop the report of this failure.
  await waitAtMost(flushReports(), timeout);
  if (!isReachable || hasLeft() || hasUnsavedChanges() || failure.address !== findAddress(name)) return false;
  const last = findFailedVersion(name, rollout.version);
  if (last && Date.now() - last.failedAt < reloadGap) return false;
  const isStored = storeFailure(name, rollout, failure);
  if (isStored) location.reload();
  return isStored;
}

function storeFailure(name: string, { version, address }: ResolvedRollout, { kind, message }: ModuleFailure): boolean {
  const failed = { version, address, message, failedAt: Date.now(), state: 'falling-back' } as const;
  return v.is(failedKindSchema, kind) && storeFailedVersion(name, { ...failed, kind });
}

/** Gives up the fallback, because it has failed, too. Returns the failure of the version that it replaced. */
function rejectFallback(name: string, version: string): ModuleFailure | undefined {
  const failed = findFailedVersion(name, version);
  if (failed?.state !== 'falling-back') return undefined;
  storeFailedVersion(name, { ...failed, state: 'no-fallback' });
  // A build that was evaluated keeps the name until the next reload (docs/decisions/0014).
  if (!evaluatedModules.has(name)) liveImportMap.setAddress(name, failed.address);
  return new ModuleFailure(failed.kind, failed.address, new Error(failed.message));
}

type ResolvedRollout = NonNullable<ReturnType<typeof resolveRollout>>;

/** Returns the version in rollout, the current address of the name, and the address of the version before. */
function resolveRollout(name: string) {
  const rollout = liveImportMap.findRollout(name);
  const address = findAddress(name);
  if (!rollout || address === undefined) return undefined;
  return { version: rollout.version, address, fallback: System.resolve(rollout.fallback) };
}

/** The server accepts one more character, which is for the ellipsis. */
const maxDetailLength = 499;

/** Reports an outcome when the browser is idle: once per tab, version and outcome, only for signed-in users. */
function reportRolloutOutcome(name: string, outcome: Omit<RolloutOutcome, 'module'>): void {
  const line = `${outcome.outcome} ${outcome.version}`;
  if (store.get(sessionAtom).status !== 'signed-in' || readList('outcomes', name).includes(line)) return;
  appendToList('outcomes', name, line);
  const detail = cutText(outcome.detail, maxDetailLength);
  const json = { ...outcome, module: getModuleKey(name), detail };
  // Errors are ignored: other browsers report the same.
  whenIdle(() => send('publishing/outcomes', { method: 'post', json }).catch(() => undefined));
}
