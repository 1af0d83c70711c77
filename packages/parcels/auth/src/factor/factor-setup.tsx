import { addedFactorSchema, startedFactorSchema } from '@portico/contract';
import {
  addressAtom,
  callApi,
  isApiFailure,
  returnPath,
  useAtomValue,
  useFailure,
  useForm,
  useTranslation,
} from '@portico/shared';
import { Button, FailureNotice, Intro, TextField } from '@portico/ui';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useFactorTexts } from './factor-texts';

type StartedFactor = Awaited<ReturnType<typeof startFactor>>;

/** Starts the set-up. Only this loads the program that draws QR codes. */
async function startFactor() {
  const [started, { renderSVG }] = await Promise.all([
    callApi('auth/factor/setup', startedFactorSchema, { method: 'post' }),
    import(/* webpackChunkName: "qr-code" */ 'uqr'),
  ]);
  return { ...started, image: renderSVG(started.url, { border: 0 }) };
}

/** Sets up the second factor that a tenant requires, and then shows the recovery codes. */
export function FactorSetup({ back }: { readonly back: ReactNode }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  const failure = useFailure('signin.failed');
  const [started, setStarted] = useState<StartedFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { show } = failure;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another function after each render
  const start = useCallback(() => void startFactor().then(setStarted, show), []);
  useEffect(start, [start]);
  const form = useForm<'code'>({
    check: (getTyped) => ({
      code: /^\s*(?:\d\s*){6}$/.test(getTyped('code')) ? undefined : { getText: () => own('code_required') },
    }),
    async send(getTyped) {
      const json = { setup: started?.setup, code: getTyped('code') };
      const added = await callApi('auth/factor/setup', addedFactorSchema, { method: 'put', json });
      setCodes(added.recovery_codes);
    },
    findRefusedFields: (error) =>
      isApiFailure(error) && error.code === 'second-factor-wrong'
        ? { code: { getText: () => own('wrong') } }
        : undefined,
    fallback: 'signin.failed',
  });
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} title={own('setup_title')} text={own('setup_lead')} />
      {failure.notice && <FailureNotice {...failure.notice} />}
      {form.notice && <FailureNotice {...form.notice} />}
      {started && (
        <>
          <p>{own('scan')}</p>
          <img
            className="portico-auth-qr"
            alt={own('qr')}
            src={`data:image/svg+xml,${encodeURIComponent(started.image)}`}
          />
          <p>
            {own('secret')} <code className="portico-auth-secret">{started.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <TextField
            {...form.getField('code')}
            label={own('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
          />
          <Button type="submit" size="large" {...form.button}>
            {own('confirm')}
          </Button>
        </>
      )}
      {!started && !failure.notice && <div className="portico-loader" role="status" aria-label={t('loading')} />}
      {back}
    </form>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const own = useFactorTexts();
  const { search } = useAtomValue(addressAtom);
  const [isCopied, setCopied] = useState(false);
  const text = codes.join('\n');
  // The cookie of the session is set, and the page starts with it.
  const enter = () => location.assign(returnPath(new URLSearchParams(search).get('link') ?? ''));
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={own('codes_title')} text={own('codes_lead')} />
      <ul className="portico-auth-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        variant="quiet"
        autoFocus
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {own(isCopied ? 'copied' : 'copy')}
      </Button>
      <Button size="large" onClick={enter}>
        {own('go_on')}
      </Button>
    </div>
  );
}
