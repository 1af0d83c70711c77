import { allTexts, modulePrefix, showToast, translations } from '@portico/shared';
import { nameOfModule } from '../applications/name-of-module';
import { evaluatedModules } from '../module-host/evaluated-modules';
import type { ModuleFailure } from '../module-host/module-failure';
import type { Retreat } from '../module-host/trial';
import { trialOf } from '../trials/own-trials';
import { ownImports } from './live-map';
import { hasLeft, keepLeft, leaveAddress, reinstateAddress } from './retreats';
import { setApart } from './set-apart';
import { tellOutcome } from './tell-outcome';

/** How to go back to the version before one on trial that has failed; `undefined` when there is no way back. */
export function planRetreat(name: string, failure: ModuleFailure): Retreat | undefined {
  const way = wayBack(name);
  // What crashes had mounted. And meanwhile the name may lead elsewhere.
  if (!way || failure.kind === 'crash' || failure.address !== way.from) return undefined;
  const { version, from, to } = way;
  const ranBefore = evaluatedModules.get(name);
  return {
    start() {
      leaveAddress(name, from);
      setApart(name, from, to);
      lead(name, to);
    },
    succeed() {
      keepLeft(name, from);
      tellOutcome({ module: keyOf(name), version, outcome: 'failed', detail: `${failure.kind}: ${failure.message}` });
      void tellUser(name);
    },
    undo() {
      reinstateAddress(name);
      setApart(name, to, from);
      if (ranBefore === undefined) evaluatedModules.delete(name);
      else evaluatedModules.set(name, ranBefore);
      if (ownImports()[name] === to) lead(name, from);
    },
  };
}

/** Goes straight to the version before if this tab has left the one on trial already; that has been told. */
export function resumeRetreat(name: string): void {
  const way = wayBack(name);
  if (way && hasLeft(name, way.from)) lead(name, way.to);
}

function wayBack(name: string): { version: string; from: string; to: string } | undefined {
  const trial = trialOf(name);
  const from = ownImports()[name];
  if (!trial || from === undefined) return undefined;
  const to = System.resolve(trial.fallback);
  return to === from ? undefined : { version: trial.version, from, to };
}

function lead(name: string, address: string): void {
  System.addImportMap({ imports: { [name]: address } });
}

async function tellUser(name: string): Promise<void> {
  // Without its text there is nothing to show.
  const hasTexts = await allTexts.load().then(
    () => true,
    () => false,
  );
  if (!hasTexts) return;
  showToast({ type: 'warning', text: translations.t('update.retreat', { name: nameOfModule(keyOf(name)) }) });
}

function keyOf(name: string): string {
  return name.slice(modulePrefix.length);
}
