import { reportedDeviceSchema } from '@portico/contract';
import {
  arePasswordsOff,
  callApi,
  isApiFailure,
  Link,
  sessionAtom,
  signOut,
  store,
  useAction,
  useTranslation,
} from '@portico/shared';
import { Button, buttonClass, FailureNotice, Intro } from '@portico/ui';
import { useState } from 'react';
import { useFactorTexts } from '../factor/factor-texts';
import { setSignInStart } from '../sign-in-start';

/** Lets a user say that a sign-in was not theirs. The token is the fragment, which browsers send nowhere. */
export function DeviceReport({ token }: { readonly token: string }) {
  const own = useFactorTexts();
  const action = useAction('recover.failed');
  const [reported, setReported] = useState<{ readonly needsPassword: boolean }>();
  const [isEnded, setEnded] = useState(false);

  const report = async () => {
    const options = { method: 'post', json: { token } };
    try {
      const { email, needs_password } = await callApi('auth/devices/report', reportedDeviceSchema, options);
      setSignInStart({ email });
      // All sessions have ended, that of this browser too.
      if (store.get(sessionAtom).status === 'signed-in') await signOut();
      setReported({ needsPassword: needs_password });
    } catch (error) {
      setEnded(isApiFailure(error) && error.code === 'device-report-ended');
      throw error;
    }
  };

  if (reported) return <Reported {...reported} />;
  const needsPassword = !arePasswordsOff();
  const ended = needsPassword ? 'ended_password' : 'reported_no_password';
  return (
    <div className="portico-auth-form" ref={isEnded ? focusHeading : null}>
      <Intro level={1} title={own('report_title')} text={own(isEnded ? ended : 'report_lead')} />
      {action.notice && <FailureNotice {...action.notice} />}
      {isEnded ? (
        <NextStep needsPassword={needsPassword} />
      ) : (
        <Button size="large" {...action.button} onClick={() => action.run(report)}>
          {own('report')}
        </Button>
      )}
    </div>
  );
}

/** Says what the report has done, and leads to the next step. */
function Reported({ needsPassword }: { readonly needsPassword: boolean }) {
  const own = useFactorTexts();
  return (
    <div className="portico-auth-form" ref={focusHeading}>
      <Intro
        level={1}
        title={own('reported_title')}
        text={own(needsPassword ? 'reported_password' : 'reported_no_password')}
      />
      <NextStep needsPassword={needsPassword} />
    </div>
  );
}

/** Leads to a new password, or to the sign-in of users without one. */
function NextStep({ needsPassword }: { readonly needsPassword: boolean }) {
  const { t } = useTranslation();
  const own = useFactorTexts();
  return (
    <Link className={buttonClass('primary', 'large')} href={needsPassword ? '/recover' : '/signin'}>
      {needsPassword ? own('new_password') : t('login')}
    </Link>
  );
}

/** The button that had the focus is gone. */
const focusHeading = (part: HTMLElement | null) => part?.querySelector('h1')?.focus();
