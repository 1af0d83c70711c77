import { currentTenant, type ParcelProps, useTranslation } from '@portico/shared';
import { ArchDrawing, CookieNotice, TenantLogo } from '@portico/ui';
import { useMemo } from 'react';
import { findLateForm, LazyForm } from './lazy-form';
import { SettingsChoice } from './settings-choice';
import { SignIn } from './sign-in';

/** The screens of a signed-out user: the tenant beside a form; and the foot of public pages. */
export function AuthScreen({ screen }: ParcelProps) {
  const { t } = useTranslation();
  // Found once: another answer, after the sign-in form has opened its second step, would restart the step.
  const lateForm = useMemo(() => findLateForm(screen), [screen]);
  if (screen === 'settings') {
    return (
      <>
        <CookieNotice t={t} />
        <SettingsChoice />
      </>
    );
  }
  return (
    <div className="portico-auth">
      <div className="portico-auth-panel">
        <Brand />
        <ArchDrawing isCovering />
      </div>
      <div className="portico-auth-side">
        <div className="portico-auth-content">
          <Brand />
          {lateForm ? <LazyForm name={lateForm} SignIn={SignIn} /> : <SignIn />}
          <SettingsChoice />
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
      <bdi>{tenant.name}</bdi>
    </div>
  );
}
