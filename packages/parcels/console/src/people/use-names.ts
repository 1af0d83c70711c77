import type { SignInRecord } from '@portico/contract/administration';
import { useCallback } from 'react';
import { useAuditTexts } from '../audit/audit-texts';
import { usePeopleTexts } from './people-texts';

/** Returns a function that says how a sign-in ended. Codes that a newer server has added stay as they are. */
export function useResult(): (signIn: SignInRecord) => string {
  const t = usePeopleTexts();
  const audit = useAuditTexts();
  return useCallback(
    ({ limit, method, reason }) => {
      if (reason !== null) {
        const refusal = audit.find(`reason.${reason}`) ?? reason;
        return limit === null ? refusal : `${refusal}: ${audit.find(`limit.${limit}`) ?? limit}`;
      }
      if (method === null) return t('signed_in');
      return t('signed_in_by', { method: audit.find(`method.${method}`) ?? method });
    },
    [t, audit],
  );
}

/** Returns a function that names the browser and the system of a sign-in or a session. */
export function useDevice(): (device: Pick<SignInRecord, 'browser' | 'system'>) => string {
  const t = usePeopleTexts();
  return useCallback(
    ({ browser, system }) =>
      browser && system ? t('on_system', { browser, system }) : browser || system || t('unknown_browser'),
    [t],
  );
}
