import { languageTags } from '@portico/contract';
import { ownAccessRequestListSchema, ownAccessRequestSchema } from '@portico/contract/administration';
import { callApi, isApiFailure, localeAtom, tenantKey, useAction, useAtomValue, useTranslation } from '@portico/shared';
import { Button, FailureNotice } from '@portico/ui';
import { useEffect, useState } from 'react';

/** A button that asks the administrators for an application, or when the user has asked for it. */
export function RequestAccess({ module }: { readonly module: string }) {
  const { t } = useTranslation();
  const locale = useAtomValue(localeAtom);
  const action = useAction('unexpected_error');
  const [asked, setAsked] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const [hasClicked, setClicked] = useState(false);
  const path = `tenants/${encodeURIComponent(tenantKey())}/access-requests`;

  useEffect(() => {
    const answer = new AbortController();
    callApi(path, ownAccessRequestListSchema, { signal: answer.signal })
      .then((own) => setAsked((known) => known ?? own.find((one) => one.module === module)?.created_at))
      // The button asks again then, which the server counts as the same request.
      .catch(() => undefined);
    return () => answer.abort();
  }, [path, module]);

  const ask = async () => {
    setClicked(true);
    try {
      setAsked((await callApi(path, ownAccessRequestSchema, { method: 'post', json: { module } })).created_at);
    } catch (error) {
      // The application cannot be had by asking again.
      setRefused(isApiFailure(error) && (error.status === 404 || error.status === 409));
      throw error;
    }
  };

  if (asked !== undefined) {
    const date = new Date(asked).toLocaleString(languageTags[locale], { dateStyle: 'medium', timeStyle: 'short' });
    // It takes the focus of the button that it replaces.
    return (
      <p role="status" tabIndex={-1} ref={hasClicked ? focus : undefined}>
        {t('access.asked', { date })}
      </p>
    );
  }
  return (
    <>
      {action.notice && <FailureNotice {...action.notice} />}
      <Button
        variant="quiet"
        {...action.button}
        isOnHold={action.button.isOnHold || isRefused}
        onClick={() => action.run(ask)}
      >
        {t('access.request')}
      </Button>
    </>
  );
}

const focus = (line: HTMLElement | null) => line?.focus();
