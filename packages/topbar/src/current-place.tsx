import { currentAppAtom, currentTenant, Link, useAtomValue } from '@portico/shared';
import { AppLogo, TenantLogo } from '@portico/ui';

/** The application on screen, or the tenant while there is none; leads home. */
export function CurrentPlace() {
  const app = useAtomValue(currentAppAtom);
  const tenant = currentTenant();
  return (
    <Link className="portico-topbar-place" href="/">
      {app ? (
        <AppLogo module={app.module} name={app.name} />
      ) : (
        <>
          {tenant && <TenantLogo name={tenant.name} logo={tenant.logo} />}
          <span className="portico-topbar-name">{tenant?.name ?? location.hostname}</span>
        </>
      )}
    </Link>
  );
}
