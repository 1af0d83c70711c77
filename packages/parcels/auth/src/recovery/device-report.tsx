import { reportedDeviceSchema } from '@portico/contract';
import { callApi, navigate, sessionAtom, signOut, store, useForm } from '@portico/shared';
import { Button, FailureNotice, Intro } from '@portico/ui';
import { useFactorTexts } from '../factor/factor-texts';
import { setSignInStart } from '../sign-in-start';

interface DeviceReportProps {
  readonly token: string;
  readonly onReported: () => void;
}

/** Lets a user say that a sign-in was not theirs. The token is the fragment, which browsers send nowhere. */
export function DeviceReport({ token, onReported }: DeviceReportProps) {
  const own = useFactorTexts();
  const form = useForm({
    check: () => ({}),
    async send() {
      const options = { method: 'post', json: { token } };
      const { email, needs_password } = await callApi('auth/devices/report', reportedDeviceSchema, options);
      setSignInStart({ email });
      // All sessions have ended, that of this browser too.
      if (store.get(sessionAtom).status === 'signed-in') await signOut();
      onReported();
      navigate(needs_password ? '/recover' : '/signin');
    },
    fallback: 'recover.failed',
  });
  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro level={1} title={own('report_title')} text={own('report_lead')} />
      {form.notice && <FailureNotice {...form.notice} />}
      <Button type="submit" size="large" {...form.button}>
        {own('report')}
      </Button>
    </form>
  );
}
