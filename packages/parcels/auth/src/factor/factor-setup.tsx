import { addedFactorSchema, startedFactorSchema } from '@portico/contract';
import { addressAtom, callApi, returnPath, useAction, useAtomValue, useForm, useTranslation } from '@portico/shared';
import { getFactorCodeRules } from '@portico/shared/factor-code-rules';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useFactorTexts } from './factor-texts';

type Started = Awaited<ReturnType<typeof startSetUp>>;

/** Starts the set-up. Only this loads its part of the screen. */
async function startSetUp() {
  const [started, parts] = await Promise.all([
    callApi('auth/factor/setup', startedFactorSchema, { method: 'post' }),
    import(/* webpackChunkName: "set-up-factor" */ './set-up-parts'),
  ]);
  return { ...started, ...parts };
}

/** Sets up the second factor that a tenant requires, and then shows the recovery codes. */
export function FactorSetup({ back }: { readonly back: ReactNode }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const { notice, run } = useAction('signin.failed');
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  useEffect(() => void run(async () => setStarted(await startSetUp())), [run]);
  const form = useForm<'code'>({
    ...getFactorCodeRules(own),
    async send(getTyped) {
      const json = { setup: started?.setup, code: getTyped('code') };
      const added = await callApi('auth/factor/setup', addedFactorSchema, { method: 'put', json });
      setCodes(added.recovery_codes);
    },
    fallback: 'signin.failed',
  });
  if (started && codes) return <RecoveryStep codes={codes} {...started} />;
  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} title={own('setup_title')} text={own('setup_lead')} />
      {notice && <FailureNotice {...notice} />}
      {form.notice && <FailureNotice {...form.notice} />}
      {started && (
        <>
          <p>{own('scan')}</p>
          <started.AppSetUp t={own} url={started.url} secret={started.secret} field={form.getField('code')} />
          <Button type="submit" size="large" {...form.button}>
            {own('confirm')}
          </Button>
        </>
      )}
      {!started && !notice && <div className="portico-loader" role="status" aria-label={t('loading')} />}
      {back}
    </form>
  );
}

interface RecoveryStepProps extends Pick<Started, 'KeepCodes' | 'RecoveryCodes'> {
  readonly codes: readonly string[];
}

function RecoveryStep({ codes, KeepCodes, RecoveryCodes }: RecoveryStepProps) {
  const own = useFactorTexts();
  const { search } = useAtomValue(addressAtom);
  // The cookie of the session is set, and the page starts with it.
  const enter = () => location.assign(returnPath(new URLSearchParams(search).get('link') ?? ''));
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={own('codes_title')} text={own('codes_lead')} />
      <RecoveryCodes codes={codes} />
      <KeepCodes t={own} codes={codes} autoFocus />
      <Button size="large" onClick={enter}>
        {own('done')}
      </Button>
    </div>
  );
}
