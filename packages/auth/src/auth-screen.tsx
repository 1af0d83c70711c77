import { currentTenant, type ParcelProps } from '@portico/shared';
import { ArchDrawing, TenantLogo } from '@portico/ui';
import { LanguageChoice } from './language-choice';
import { LazyRecovery } from './recovery/lazy-recovery';
import { SignIn } from './sign-in';

/** The two screens of somebody who is signed out: the tenant on one side, a form on the other. */
export function AuthScreen({ screen }: ParcelProps) {
  return (
    <div className="portico-auth">
      <div className="portico-auth-panel">
        <Brand />
        <ArchDrawing isCovering />
      </div>
      <div className="portico-auth-side">
        <div className="portico-auth-content">
          <Brand />
          {screen === 'recover' ? <LazyRecovery /> : <SignIn />}
          <LanguageChoice />
        </div>
      </div>
    </div>
  );
}

function Brand() {
  const tenant = currentTenant();
  if (!tenant) return null;
  return (
    <div className="portico-auth-brand">
      <TenantLogo name={tenant.name} logo={tenant.logo} />
      {tenant.name}
    </div>
  );
}
