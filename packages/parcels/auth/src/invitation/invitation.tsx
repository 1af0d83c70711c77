import { openedInvitationSchema } from '@portico/contract';
import {
  addressAtom,
  adoptStyles,
  callApi,
  isApiFailure,
  Link,
  navigate,
  readPage,
  send,
  useAtomValue,
  useFailure,
  useForm,
  usePasswordField,
  useTranslation,
} from '@portico/shared';
import { describePasswordRules, findPasswordError, findRefusedPassword } from '@portico/shared/new-password';
import { Button, buttonClass, EmailField, FailureNotice, Intro, PasswordField, RuleList, TextField } from '@portico/ui';
import { findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkey-problem';
import ruleListStyles from '@portico/ui/rule-list.css';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import * as v from 'valibot';
import { usePasskeyTexts } from '../passkeys/passkey-texts';
import { useProviderTexts } from '../providers/provider-texts';
import { setSignInStart } from '../sign-in-start';

adoptStyles(ruleListStyles);

type Opened = v.InferOutput<typeof openedInvitationSchema>;

/** The page of a mailed link: the token is the fragment, which browsers send nowhere. */
export function Invitation() {
  const { t } = useTranslation();
  const token = useAtomValue(addressAtom).hash.slice(1);
  const failure = useFailure('invitation.failed');
  const [opened, setOpened] = useState<Opened>();
  const [isOpening, setOpening] = useState(true);
  const [isEnded, setEnded] = useState(false);
  const { show } = failure;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another function after each render
  const open = useCallback(async () => {
    setOpening(true);
    try {
      setOpened(await callApi('invitations/open', openedInvitationSchema, { method: 'post', json: { token } }));
    } catch (error) {
      setEnded(isApiFailure(error) && error.code === 'invitation-ended');
      show(error);
    }
    setOpening(false);
  }, [token]);
  useEffect(() => void open(), [open]);

  if (opened) return <AcceptForm token={token} invitation={opened} />;
  return (
    <div className="portico-auth-form">
      <Intro level={1} title={t('invitation.title')} />
      {failure.notice && <FailureNotice {...failure.notice} />}
      {!failure.notice && <div className="portico-loader" role="status" aria-label={t('loading')} />}
      {failure.notice && !isEnded && (
        <Button size="large" {...failure.button} isBusy={isOpening} onClick={open}>
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

/** Whether users of the tenant sign in by its providers alone. */
function isInvitedToProvider(): boolean {
  return v.is(v.object({ passwordsOff: v.literal(true) }), readPage().state.providers);
}

/** Accepts the invitation. A user without a password sets one; all others sign in with theirs afterwards. */
function AcceptForm({ token, invitation: { email, name, needs_password, tenant_name } }: AcceptFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const own = useProviderTexts();
  const text = needs_password ? 'invitation.new' : 'invitation.known';
  const passwordField = usePasswordField();
  const [typedPassword, setTypedPassword] = useState('');
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
        text={isInvitedToProvider() ? own('invited', { name: tenant_name }) : t(text, { tenant: tenant_name })}
      />
      {form.notice && <FailureNotice {...form.notice} />}
      <EmailField name="email" label={t('email')} value={email} readOnly required={false} />
      {needs_password && (
        <>
          <TextField {...form.getField('name')} label={t('invitation.name')} autoComplete="name" defaultValue={name} />
          <div className="portico-auth-new-password">
            <PasswordField
              {...passwordField}
              {...form.getField('password')}
              label={t('password')}
              autoComplete="new-password"
              aria-describedby={`${id}-rules`}
              onChange={({ target }) => setTypedPassword(target.value)}
            />
            <RuleList id={`${id}-rules`} {...describePasswordRules(t, email, typedPassword)} />
          </div>
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

async function makePasskey(token: string) {
  const passkeys = await import(/* webpackChunkName: "passkeys" */ '../passkeys/make-invited-passkey');
  return passkeys.makeInvitedPasskey(token);
}
