import { accessTokenResponseSchema, languageTags } from '@portico/contract';
import { ownAccessRequestSchema } from '@portico/contract/administration';
import { callApi, localeAtom, send, tenantKey, useAction, useAtomValue, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Notice } from '@portico/ui';
import { type MouseEvent, useState } from 'react';

/**
 * Says in the sign-in form that a user has no applications, and asks the administrators for them. The user is signed out:
 * the button takes the credentials of the form, and leaves no session.
 */
export function NoApplications() {
  const { t } = useTranslation();
  const locale = useAtomValue(localeAtom);
  const action = useAction('unexpected_error');
  const [asked, setAsked] = useState<string>();

  const ask = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    // The browser says which field is empty.
    if (!form?.reportValidity()) return;
    const { email, password } = Object.fromEntries(new FormData(form));
    void action.run(async () => setAsked(await requestAccess({ email, password })));
  };

  if (asked !== undefined) {
    const date = new Date(asked).toLocaleString(languageTags[locale], { dateStyle: 'medium', timeStyle: 'short' });
    // It takes the focus of the button that it replaces.
    return (
      <div tabIndex={-1} ref={focus}>
        <Notice kind="info">{t('access.asked', { date })}</Notice>
      </div>
    );
  }
  return (
    <>
      <Notice kind="info">{t('signin.reason.no_applications')}</Notice>
      {action.notice && <FailureNotice {...action.notice} />}
      <Button variant="quiet" {...action.button} onClick={ask}>
        {t('access.request')}
      </Button>
    </>
  );
}

const focus = (notice: HTMLElement | null) => notice?.focus();

/** @returns when the user asked, which may have been before */
async function requestAccess(credentials: object): Promise<string> {
  const signedIn = await callApi('auth', accessTokenResponseSchema, { method: 'post', json: credentials });
  const token = signedIn.access_token;
  const path = `tenants/${encodeURIComponent(tenantKey())}/access-requests`;
  try {
    return (await callApi(path, ownAccessRequestSchema, { method: 'post', json: {}, token })).created_at;
  } finally {
    await send('auth/invalidate', { method: 'delete', token });
  }
}
