import { isSecondFactorStep } from '@portico/contract';
import { createLazy, readPage, useLazy, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { type ComponentType, useEffect, useState } from 'react';
import { getSignInStart, type SignInProps } from './sign-in-start';

/** The forms that few users need. They are one chunk, because the page lists each. */
export const rareForms = createLazy(() => import(/* webpackChunkName: "rare-forms" */ './rare-forms'));

type LateForm = 'recover' | 'invitation' | 'factor' | 'providers';

interface LateFormProps {
  /** The sign-in form. As a property, it needs no exports in the first file. */
  readonly SignIn: ComponentType<SignInProps>;
}

/** Finds the late form of a screen. That of the sign-in is late if the tenant has providers, and for a second factor. */
export function findLateForm(screen: string): LateForm | undefined {
  if (isScreen(screen)) return screen;
  if (screen !== 'signin') return undefined;
  if (isSecondFactorStep(getSignInStart().reason ?? '')) return 'factor';
  return readPage().state.providers ? 'providers' : undefined;
}

function isScreen(name: string): name is 'recover' | 'invitation' {
  return name === 'recover' || name === 'invitation';
}

/** Loads the late forms before one is needed. `LazyForm` shows a failure. */
export async function prefetchForms(): Promise<void> {
  await rareForms.load().catch(() => undefined);
}

/** A form of its own chunk; until it has loaded, a loader, or the failure and a button to try again. */
export function LazyForm({ name, SignIn }: LateFormProps & { readonly name: LateForm }) {
  const { t } = useTranslation();
  const { value, hasFailed, load } = useLazy(rareForms);
  const [isRetried, setRetried] = useState(false);
  useEffect(() => void load(), [load]);

  const retry = () => {
    setRetried(true);
    void load();
  };

  if (value) {
    const Form: ComponentType<LateFormProps> = value.forms[name];
    return <Form SignIn={SignIn} />;
  }
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t(isScreen(name) ? `${name}.title` : 'login')} />
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
