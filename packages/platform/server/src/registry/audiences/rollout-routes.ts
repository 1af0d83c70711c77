import { canaryDecisionSchema, moduleStatusSchema } from '@portico/contract/publishing';
import { ApiError } from '../../http/api-error';
import { byModuleSchema } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import type { RegistryServices } from '../create-registry';
import { type ChangeNote, changeModule, type MapTransaction } from '../live-map/change-live-map';
import type { ResolvedModule } from '../live-map/resolve-module';
import { promote, type Transition, widen, withdraw } from '../live-map/transitions';
import { getPublisher, manageReleases } from '../team-tokens/publisher';
import { requirePlan, setHold } from './hold-plan';

type Decide = (
  module: ResolvedModule,
  transaction: MapTransaction,
  note: ChangeNote,
) => Transition | undefined | Promise<undefined>;

/** The decisions of a publisher about a canary. They win over its plan. */
const decisions: Readonly<Record<'promote' | 'withdraw' | 'widen' | 'hold' | 'continue', Decide>> = {
  promote: ({ state }, { at }) => requireCanary(promote(state, at)),
  withdraw: ({ state }) => requireCanary(withdraw(state)),
  widen: (module, { at }) => {
    requirePlan(module);
    return widen(module.state, at);
  },
  hold: (module, transaction, note) => setHold(transaction, module, 'person', note),
  continue: (module, transaction, note) => setHold(transaction, module, null, note),
};

function requireCanary(transition: Transition | undefined): Transition {
  if (transition === undefined) throw new ApiError(409, 'no-canary');
  return transition;
}

/** The routes by which a publisher decides about a rollout. */
export function registerRolloutRoutes(app: ApiScope, services: RegistryServices): void {
  const schema = { params: byModuleSchema, body: canaryDecisionSchema, response: { 200: moduleStatusSchema } };
  for (const [decision, decide] of Object.entries(decisions)) {
    app.post(`/publishing/modules/:module/${decision}`, { config: manageReleases, schema }, async (request) => {
      const note = { by: getPublisher(request), ...request.body };
      return changeModule(services, request.params.module, note, (module, transaction) =>
        decide(module, transaction, note),
      );
    });
  }
}
