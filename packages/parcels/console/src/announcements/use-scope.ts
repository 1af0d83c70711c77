import { announcementStates } from '@portico/contract/administration';
import * as v from 'valibot';
import { flag, useAddressState } from '../address-state/use-address-state';
import { useCaller } from '../caller/caller';
import { operatorPath } from '../request/operator-client';

const addressSchema = v.object({ all: flag, state: v.optional(v.picklist(['', ...announcementStates]), '') });

/** Whether the announcements of the tenant are on screen, or those for all, which only operators see; and the filter. */
export function useScope() {
  const { is_operator, tenant } = useCaller();
  const [{ all, state }, change] = useAddressState(addressSchema);
  const isAll = is_operator && all;
  return {
    isAll,
    tenant,
    state,
    change,
    search: isAll ? '?all=true' : '',
    path: isAll ? 'announcements' : operatorPath`tenants/${tenant}/announcements`,
    words: isAll ? ['--all'] : ['--tenant', tenant],
  };
}
