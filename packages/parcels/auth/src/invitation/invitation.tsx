import type { PasskeyCreation } from '@portico/contract';
import { openedInvitationSchema } from '@portico/contract/administration';
import {
  addressAtom,
  adoptStyles,
  arePasswordsOff,
  callApi,
  isApiFailure,
  Link,
  navigate,
  send,
  useAction,
  useAtomValue,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { Button, buttonClass, EmailField, FailureNotice, Intro, TextField } from '@portico/ui';
import newPasswordStyles from '@portico/ui/new-password.css';
import { NewPasswordField } from '@portico/ui/new-password-field';
import { createPasskey, findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkeys';
import { useCallback, useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { usePasskeyTexts } from '../passkeys/passkey-texts';
import { useProviderTexts } from '../providers/provider-texts';
import { setSignInStart } from '../sign-in-start';

adoptStyles(newPasswordStyles);

type Opened = v.InferOutput<typeof openedInvitationSchema>;

/** The page of a mailed link: the token is the fragment, which browsers send nowhere. */
export function Invitation() {
  const { t } = useTranslation();
  const token = useAtomValue(addressAtom).hash.slice(1);
  const action = useAction('invitation.failed');
  const { run } = action;
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<'ended' | 'passing'>();

  const open = useCallback(async () => {
    try {
      setOpened(await callApi('invitations/open', openedInvitationSchema, { method: 'post', json: { token } }));
    } catch (error) {
      setProblem(isApiFailure(error) && error.code === 'invitation-ended' ? 'ended' : 'passing');
      throw error;
    }
  }, [token]);
  useEffect(() => void run(open), [run, open]);

  if (opened) return <AcceptForm token={token} invitation={opened} />;
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t('invitation.title')} />
      {action.notice && <FailureNotice {...action.notice} />}
      {!problem && <div className="portico-loader" role="status" aria-label={t('loading')} />}
      {problem === 'passing' && (
        <Button size="large" {...action.button} onClick={() => run(open)}>
          {t('try_again')}
        </Button>
      )}
      <Link className={buttonClass('plain')} href="/signin">
        {t('login')}
      </Link>
    </div>
  );
}

interface AcceptFormProps {
  readonly token: string;
  readonly invitation: Opened;
}

/** Accepts the invitation. A user without a password sets one; all others sign in with theirs afterwards. */
function AcceptForm({ token, invitation: { email, name, needs_password, tenant_name } }: AcceptFormProps) {
  const { t } = useTranslation();
  const own = useProviderTexts();
  const text = needs_password ? 'invitation.new' : 'invitation.known';
  const passwordField = usePasswordField();
  const [isAccepted, setAccepted] = useState(false);
  const passkeyTexts = usePasskeyTexts();
  const byPasskey = useRef(false);
  const form = useForm<'name' | 'password'>({
    check: (getTyped) =>
      needs_password
        ? {
            name: getTyped('name').trim() === '' ? { key: 'invitation.name_required' } : undefined,
            password: byPasskey.current ? undefined : findPasswordError(email, getTyped('password')),
          }
        : {},
    async send(getTyped) {
      const account = needs_password && {
        name: getTyped('name'),
        ...(byPasskey.current ? { passkey: await makePasskey(token) } : { password: getTyped('password') }),
      };
      await send('invitations/accept', { method: 'post', json: { token, ...account } });
      setAccepted(true);
      setSignInStart({ email });
      navigate('/signin');
    },
    findRefusedFields(error) {
      const problem = findPasskeyProblem(error);
      const refused = problem ? { getText: () => passkeyTexts(problem) } : findRefusedPassword(error);
      return refused && { password: refused };
    },
    fallback: 'invitation.failed',
  });
  return (
    <form className="portico-auth-form" noValidate onSubmit={form.submit}>
      <Intro
        level={1}
        title={t('invitation.title')}
        text={arePasswordsOff() ? own('invited', { name: tenant_name }) : t(text, { tenant: tenant_name })}
      />
      {form.notice && <FailureNotice {...form.notice} />}
      <EmailField name="email" label={t('email')} value={email} readOnly required={false} />
      {needs_password && (
        <>
          <TextField {...form.getField('name')} label={t('invitation.name')} autoComplete="name" defaultValue={name} />
          <NewPasswordField
            {...passwordField}
            {...form.getField('password')}
            label={t('password')}
            describeRules={(password) => describePasswordRules(t, email, password)}
          />
        </>
      )}
      {/* After a success it stays busy until the route changes. */}
      <Button
        type="submit"
        size="large"
        {...form.button}
        isBusy={form.isSending || isAccepted}
        onClick={() => {
          byPasskey.current = false;
        }}
      >
        {t('invitation.accept')}
      </Button>
      {needs_password && supportsPasskeys() && (
        <Button
          type="submit"
          variant="quiet"
          isOnHold={form.isSending || isAccepted || form.button.isOnHold}
          onClick={() => {
            byPasskey.current = true;
          }}
        >
          {passkeyTexts('instead')}
        </Button>
      )}
    </form>
  );
}

/** Lets the browser make a passkey for the holder of the invitation. The browser parses the options. */
async function makePasskey(token: string): Promise<object> {
  const response = await send('invitations/passkey', { method: 'post', json: { token } });
  const creation: PasskeyCreation = await response.json();
  return createPasskey(creation);
}
