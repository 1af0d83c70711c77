import { allowNeeds, listNeeds, type PolicyNeeds } from '@portico/contract';
import { listLiveModules } from '../live-map/live-module';
import type { RegistryServices } from '../services';
import type { PreparedVersion } from './prepared-version';

/** The team should know what the operator does not allow (yet). */
export function warnOfPolicy({ registry }: RegistryServices, prepared: PreparedVersion): PreparedVersion {
  const { module, policy } = prepared;
  const refused = listMissing(policy, allowNeeds(module, policy, registry.modulePolicy));
  return addWarning(prepared, 'policy-not-allowed', refused);
}

/** A pipeline that sends no needs also ends those that `portico publish` declared. */
export async function warnOfEndedNeeds(
  { database }: RegistryServices,
  prepared: PreparedVersion,
): Promise<PreparedVersion> {
  const [live] = await listLiveModules(database, [prepared.module]);
  const before = live?.versions.get(live.state.version ?? '')?.policy ?? {};
  return addWarning(prepared, 'policy-ended', listMissing(before, prepared.policy));
}

function listMissing(needs: PolicyNeeds, others: PolicyNeeds): string[] {
  const known = new Set(listNeeds(others));
  return listNeeds(needs).filter((need) => !known.has(need));
}

function addWarning(
  prepared: PreparedVersion,
  code: 'policy-not-allowed' | 'policy-ended',
  needs: readonly string[],
): PreparedVersion {
  if (needs.length === 0) return prepared;
  const warning = { code, values: { module: prepared.module, needs: needs.join(', ') } };
  return { ...prepared, warnings: [...(prepared.warnings ?? []), warning] };
}
