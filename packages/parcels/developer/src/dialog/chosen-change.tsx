import { type OverrideChange, overrideChangeSchema } from '@portico/contract';
import { useEffect } from 'react';
import * as v from 'valibot';
import { override, reloadWith, switchOff, switchOn } from '../overrides/developer-mode';
import { parseAllowedLink } from '../overrides/override-link';
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
  return !('link' in change) || parseAllowedLink(change.link) !== undefined;
}

async function makeChange(change: OverrideChange): Promise<void> {
  if ('remove' in change) {
    await reloadWith(() => window.importMapOverrides?.removeOverride(change.remove));
  } else if ('link' in change) {
    const linked = parseAllowedLink(change.link);
    if (linked) await reloadWith(() => override(linked.name, linked.address));
  } else if (change.isOn) {
    await reloadWith(switchOn);
  } else {
    await leavePreviews(switchOff);
  }
}
