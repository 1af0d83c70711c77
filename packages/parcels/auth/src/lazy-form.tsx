import { createLazy, type TextKey, useLazy, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { type ComponentType, useEffect, useState } from 'react';

// Most users need the sign-in form alone.
const forms = {
  recover: createLazy(async () => (await import(/* webpackChunkName: "recovery" */ './recovery/recovery')).Recovery),
  invitation: createLazy(
    async () => (await import(/* webpackChunkName: "invitation" */ './invitation/invitation')).Invitation,
  ),
};

type LateForm = keyof typeof forms;

const titles: Readonly<Record<LateForm, TextKey>> = { recover: 'recover.title', invitation: 'invitation.title' };

export function isLateForm(screen: string): screen is LateForm {
  return Object.hasOwn(forms, screen);
}

/** Loads a form before it is needed. `LazyForm` shows a failure. */
export async function prefetchForm(name: LateForm): Promise<void> {
  await forms[name].load().catch(() => undefined);
}

/** A form of its own chunk; until it has loaded, a loader, or the failure and a button to try again. */
export function LazyForm({ name }: { readonly name: LateForm }) {
  const { t } = useTranslation();
  const { value: Form, hasFailed, load } = useLazy<ComponentType>(forms[name]);
  const [isRetried, setRetried] = useState(false);
  useEffect(() => void load(), [load]);

  const retry = () => {
    setRetried(true);
    void load();
  };

  if (Form) return <Form />;
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
