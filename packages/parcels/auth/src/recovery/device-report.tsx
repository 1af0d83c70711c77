import { reportedDeviceSchema } from '@portico/contract';
import { callApi, isApiFailure, Link, sessionAtom, signOut, store, useForm, useTranslation } from '@portico/shared';
import { Button, buttonClass, FailureNotice, Intro } from '@portico/ui';
import { useState } from 'react';
import { useFactorTexts } from '../factor/factor-texts';
import { setSignInStart } from '../sign-in-start';

/** Lets a user say that a sign-in was not theirs. The token is the fragment, which browsers send nowhere. */
export function DeviceReport({ token }: { readonly token: string }) {
  const own = useFactorTexts();
  const [reported, setReported] = useState<{ readonly needsPassword: boolean }>();
  const [isEnded, setEnded] = useState(false);
  const form = useForm({
    check: () => ({}),
    async send() {
      const options = { method: 'post', json: { token } };
      const { email, needs_password } = await callApi('auth/devices/report', reportedDeviceSchema, options);
      setSignInStart({ email });
      // All sessions have ended, that of this browser too.
      if (store.get(sessionAtom).status === 'signed-in') await signOut();
      setReported({ needsPassword: needs_password });
    },
    findRefusedFields(error) {
      setEnded(isApiFailure(error) && error.code === 'device-report-ended');
      return undefined;
    },
    fallback: 'recover.failed',
  });
  if (reported) return <Reported {...reported} />;
  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} title={own('report_title')} text={isEnded ? undefined : own('report_lead')} />
      {form.notice && <FailureNotice {...form.notice} />}
      {isEnded ? (
        <Link className={buttonClass('primary', 'large')} href="/recover">
          {own('new_password')}
        </Link>
      ) : (
        <Button type="submit" size="large" {...form.button}>
          {own('report')}
        </Button>
      )}
    </form>
  );
}

/** Says what the report has done, and leads to the next step. */
function Reported({ needsPassword }: { readonly needsPassword: boolean }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  return (
    <div className="portico-auth-form" ref={focusHeading}>
      <Intro
        level={1}
        title={own('reported_title')}
        text={own(needsPassword ? 'reported_password' : 'reported_no_password')}
      />
      <Link className={buttonClass('primary', 'large')} href={needsPassword ? '/recover' : '/signin'}>
        {needsPassword ? own('new_password') : t('login')}
      </Link>
    </div>
  );
}

/** The button that had the focus is gone. */
const focusHeading = (part: HTMLElement | null) => part?.querySelector('h1')?.focus();
