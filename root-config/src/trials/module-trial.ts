import { withinTimeLimit } from '../module-host/time-limit';
import type { ModuleTrial } from '../module-host/trial';
import { loadUpdates } from '../updates/updates-part';
import { untilMapOfUser } from './map-of-user';
import { trialOf } from './own-trials';
import { retreatsKeyOf } from './retreats-key';
import { linesOf } from './session-lines';

/** How long a failure may wait for the code that deals with it, in milliseconds. */
const patience = 3_000;

/**
 * Looks after a name of the import map while its version is on trial. What only a failure needs is in the part for
 * updates: without that part the module fails as any other.
 */
export function createModuleTrial(name: string): ModuleTrial {
  return {
    async prepare() {
      await untilMapOfUser();
      if (trialOf(name) && linesOf(retreatsKeyOf(name)).length > 0) (await updates())?.resumeRetreat(name);
    },
    noteMount() {
      if (trialOf(name)) void updates().then((part) => part?.tellMounted(name));
    },
    async retreatFrom(failure) {
      return trialOf(name) && (await updates())?.planRetreat(name, failure);
    },
  };
}

function updates() {
  return withinTimeLimit(loadUpdates(), patience, () => new Error('late')).catch(() => undefined);
}
