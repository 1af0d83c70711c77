import { type DeveloperRequest, readPage } from '@portico/shared';
import { Badge } from './badge';
import { LinkDialog } from './dialog/link-dialog';
import { OverridesDialog } from './dialog/overrides-dialog';
import { useRequestedDialog } from './dialog/requested-dialog';
import { SwitchOnDialog } from './dialog/switch-on-dialog';

/** The badge of a browser that overrides something, and the dialog that was asked for. */
export function Developer() {
  const request = useRequestedDialog();
  return (
    <>
      {readPage().state.isDeveloper && <Badge />}
      {request && <RequestedDialog {...request} />}
    </>
  );
}

function RequestedDialog({ link }: DeveloperRequest) {
  if (link !== undefined) return <LinkDialog link={link} />;
  return readPage().state.isDeveloper ? <OverridesDialog /> : <SwitchOnDialog />;
}
