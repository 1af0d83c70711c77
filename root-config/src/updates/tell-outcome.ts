import { accountPart, modulePrefix, sessionAtom, store, type TrialOutcome } from '@portico/shared';
import { evaluatedModules } from '../module-host/evaluated-modules';
import { trialOf } from '../trials/own-trials';
import { addLine, linesOf } from '../trials/session-lines';

/** As long as the server takes. */
const detailMaxLength = 500;
/** A browser that is never idle, or cannot tell, does it all the same, in milliseconds. */
const patience = 5_000;

/** Tells the server that a version on trial has mounted, once for a tab and version. */
export function tellMounted(name: string): void {
  const trial = trialOf(name);
  if (!trial || evaluatedModules.get(name) === System.resolve(trial.fallback)) return;
  const key = `portico:mounted:${name}`;
  if (!isSignedIn() || linesOf(key).includes(trial.version)) return;
  addLine(key, trial.version);
  tellOutcome({ module: name.slice(modulePrefix.length), version: trial.version, outcome: 'mounted', detail: '' });
}

/** Tells the server how a version on trial fared here, if somebody is signed in, when the browser has nothing else to do. */
export function tellOutcome({ detail, ...outcome }: TrialOutcome): void {
  if (!isSignedIn()) return;
  whenIdle(async () => {
    try {
      const { sendTrialOutcome } = await accountPart.load();
      await sendTrialOutcome({ ...outcome, detail: detail.slice(0, detailMaxLength) });
    } catch {
      // Others tell it, too.
    }
  });
}

function isSignedIn(): boolean {
  return store.get(sessionAtom).status === 'signed-in';
}

function whenIdle(run: () => void): void {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: patience });
  else setTimeout(run, 200);
}
