import type { TrialOutcome } from '@portico/contract';
import { listTenantsOfUser } from '../apps/app-repository';
import type { Executor } from '../database/database';
import type { Services } from '../services';
import { changeLiveMap, type Turn } from './change-live-map';
import { cohortOf, isInAudience } from './cohort';
import { type LiveModule, listLiveModules } from './live-module';
import { type PlacedModule, placeModule } from './placed-module';
import { rollBack, type Transition, withdraw } from './transitions';
import { countOutcomes, type OutcomeCounts, setOutcome } from './trial-outcome-repository';

/** What the server itself is called in the records. */
const ownName = 'portico';

/**
 * Keeps how a version on trial fared for a user who may get it; what anybody says of another one is ignored. Too many
 * failures take the version back.
 * @returns the reason, when this one did
 */
export async function noteOutcome(
  services: Services,
  userId: string,
  { detail, module, outcome, version }: TrialOutcome,
): Promise<string | undefined> {
  const { database, now, publishing } = services;
  const [[live], base] = await Promise.all([listLiveModules(database, module), publishing.importMap.readBase()]);
  if (live === undefined) return undefined;
  const trial = trialOf(placeModule(live, base, now(), publishing.trialHours), version);
  if (trial === undefined || !(await isMeant(database, trial, module, userId))) return undefined;
  const hasFailed = outcome === 'failed';
  await setOutcome(database, { module, version, userId, hasFailed, detail, at: now() });
  if (!hasFailed || !isTooBad(await countOutcomes(database, module, version), services)) return undefined;
  return changeLiveMap(services, (turn) => takeBack(services, turn, module, version));
}

type Trial = PlacedModule['canary'] | 'live';

/** As what a version is on trial, which needs one to fall back to. */
function trialOf({ canary, isOnTrial, live }: PlacedModule, version: string): Trial | undefined {
  if (live !== undefined && canary?.version === version) return canary;
  return isOnTrial && live?.version === version ? 'live' : undefined;
}

async function isMeant(database: Executor, trial: Trial, module: string, userId: string): Promise<boolean> {
  const tenants = await listTenantsOfUser(database, userId, module);
  const cohort = cohortOf(userId);
  return tenants.some(
    (tenant) => trial === 'live' || (trial && isInAudience(trial.audience, module, { tenant, cohort })),
  );
}

function isTooBad({ all, failed }: OutcomeCounts, { publishing }: Services): boolean {
  const { takeBackPercent, takeBackUsers } = publishing;
  return takeBackPercent !== undefined && failed >= takeBackUsers && failed * 100 >= takeBackPercent * all;
}

/** Looks again at what it is decided by: meanwhile somebody else may have changed the module. */
async function takeBack(services: Services, turn: Turn, module: string, version: string): Promise<string | undefined> {
  const live = await turn.moduleOf(module);
  const trial = trialOf(placeModule(live, turn.base, turn.at, services.publishing.trialHours), version);
  const transition = trial && stepBack(live, trial, turn.at);
  const counts = await countOutcomes(turn.tx, module, version);
  if (transition === undefined || !isTooBad(counts, services)) return undefined;
  const reason = `${counts.failed} of ${counts.all} users could not load or mount it`;
  await turn.record(module, transition, { by: ownName, reason });
  return reason;
}

function stepBack({ state }: LiveModule, trial: Trial, at: Date): Transition | undefined {
  return trial === 'live' ? rollBack(state, at, undefined, 'take-back') : withdraw(state, 'take-back');
}
