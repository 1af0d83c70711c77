import { canaryDecisionSchema, type ModuleStatus } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error';
import { parse } from '../../http/parse';
import type { RegistryServices } from '../create-registry';
import { type ChangeNote, changeModule, type MapTransaction } from '../live-map/change-live-map';
import type { ResolvedModule } from '../live-map/resolve-module';
import { promote, type Transition, widen, withdraw } from '../live-map/transitions';
import { requireOwner } from '../team-tokens/publisher';
import { continuePlan, holdPlan, requirePlan } from './hold-plan';

type Decide = (
  module: ResolvedModule,
  transaction: MapTransaction,
  note: ChangeNote,
) => Transition | undefined | Promise<void>;

/** The decisions of a publisher about a canary. They win over its plan. */
const decisions: Readonly<Record<'promote' | 'withdraw' | 'widen' | 'hold' | 'continue', Decide>> = {
  promote: ({ state }, { at }) => requireCanary(promote(state, at)),
  withdraw: ({ state }) => requireCanary(withdraw(state)),
  widen: (module, { at }) => {
    requirePlan(module);
    return widen(module.state, at);
  },
  hold: (module, transaction, note) => holdPlan(transaction, module, 'person', note),
  continue: (module, transaction, note) => continuePlan(transaction, module, note),
};

function requireCanary(transition: Transition | undefined): Transition {
  if (transition === undefined) throw new ApiError(409, 'no-canary');
  return transition;
}

/** The routes by which a publisher decides about a rollout. */
export function registerRolloutRoutes(app: FastifyInstance, services: RegistryServices): void {
  for (const [decision, decide] of Object.entries(decisions)) {
    app.post(`/publishing/modules/:module/${decision}`, async (request): Promise<ModuleStatus> => {
      const { module, publisher } = await requireOwner(request, services);
      const note = { by: publisher, ...parse(canaryDecisionSchema, request.body ?? {}) };
      return changeModule(services, module, note, async (resolved, transaction) => {
        const transition = await decide(resolved, transaction, note);
        return transition ?? undefined;
      });
    });
  }
}
