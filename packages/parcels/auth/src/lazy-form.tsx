import { createLazy, readPage, type TextKey, useLazy, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { getSignInStart, type SignInProps } from './sign-in-start';

// Most users need the sign-in form alone. The forms of others are one chunk, because the page lists each.
const forms = {
  recover: createLazy(async () => (await import(/* webpackChunkName: "rare-forms" */ './recovery/recovery')).Recovery),
  invitation: createLazy(
    async () => (await import(/* webpackChunkName: "rare-forms" */ './invitation/invitation')).Invitation,
  ),
  factor: createLazy(
    async () => (await import(/* webpackChunkName: "second-factor" */ './factor/factor-form')).FactorForm,
  ),
  providers: createLazy(
    async () => (await import(/* webpackChunkName: "rare-forms" */ './providers/provider-sign-in')).ProviderSignIn,
  ),
};

type LateForm = keyof typeof forms;

interface LateFormProps {
  /** The sign-in form. As a property, it needs no exports in the first file. */
  readonly SignIn: ComponentType<SignInProps>;
}

const titles: Readonly<Record<LateForm, TextKey>> = {
  recover: 'recover.title',
  invitation: 'invitation.title',
  factor: 'login',
  providers: 'login',
};

/** Finds the late form of a screen. That of the sign-in is late if the tenant has providers, and for a second factor. */
export function findLateForm(screen: string): LateForm | undefined {
  if (screen === 'signin' && getSignInStart().reason?.startsWith('factor')) return 'factor';
  const name = screen === 'signin' && readPage().state.providers ? 'providers' : screen;
  return isLateForm(name) ? name : undefined;
}

function isLateForm(name: string): name is LateForm {
  return Object.hasOwn(forms, name);
}

/** Loads a form before it is needed. `LazyForm` shows a failure. */
export async function prefetchForm(name: LateForm): Promise<void> {
  await forms[name].load().catch(() => undefined);
}

/** A form of its own chunk; until it has loaded, a loader, or the failure and a button to try again. */
export function LazyForm({ name, SignIn }: LateFormProps & { readonly name: LateForm }) {
  const { t } = useTranslation();
  const { value: Form, hasFailed, load } = useLazy<ComponentType<LateFormProps>>(forms[name]);
  const [isRetried, setRetried] = useState(false);
  useEffect(() => void load(), [load]);

  const retry = () => {
    setRetried(true);
    void load();
  };

  if (Form) return <Form SignIn={SignIn} />;
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t(titles[name])} />
      {hasFailed && <FailureNotice text={t('recover.form_failed')} />}
      {hasFailed || isRetried ? (
        <Button size="large" isBusy={!hasFailed} onClick={retry}>
          {t('try_again')}
        </Button>
      ) : (
        <div className="portico-loader" role="status" aria-label={t('loading')} />
      )}
    </div>
  );
}
