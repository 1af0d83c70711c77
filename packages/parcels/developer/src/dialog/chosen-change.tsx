import { type OverrideChange, overrideChangeSchema } from '@portico/contract';
import { useEffect } from 'react';
import * as v from 'valibot';
import { override, reloadWith, switchOff, switchOn } from '../overrides/developer-mode';
import { parseOverrideLink } from '../overrides/override-link';
import { isAllowedOverride } from '../overrides/override-rules';
import { getOverrideRules } from '../overrides/running-overrides';
import { leavePreviews } from '../preview/leave-previews';
import { closeDialog } from './developer-dialog';
import { RefusedLink } from './link-dialog';

/** Makes a change that the user has chosen in the console. Shows only why an override is not allowed. */
export function ChosenChange({ change }: { readonly change: OverrideChange }) {
  const isAllowed = isAllowedChange(change);
  useEffect(() => {
    // The page reloads, unless the user keeps unsaved changes.
    if (isAllowed) void makeChange(change).then(closeDialog);
  }, [isAllowed, change]);
  return !isAllowed && <RefusedLink link={'link' in change ? change.link : ''} />;
}

function isAllowedChange(change: OverrideChange): boolean {
  if (!v.is(overrideChangeSchema, change)) return false;
  if (!('link' in change)) return true;
  const linked = parseOverrideLink(change.link);
  return linked !== undefined && isAllowedOverride(linked.name, linked.address, getOverrideRules());
}

async function makeChange(change: OverrideChange): Promise<void> {
  if ('remove' in change) {
    await reloadWith(() => window.importMapOverrides?.removeOverride(change.remove));
  } else if ('link' in change) {
    const linked = parseOverrideLink(change.link);
    if (linked) await reloadWith(() => override(linked.name, linked.address));
  } else if (change.isOn) {
    await reloadWith(switchOn);
  } else {
    await leavePreviews(switchOff);
  }
}
