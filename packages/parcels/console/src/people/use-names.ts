import type { SignInRecord } from '@portico/contract';
import { useCallback } from 'react';
import { type Texts, useTexts } from '../texts/define-texts';
import { limitTexts, methodTexts, peopleTexts, refusalTexts } from './people-texts';

/** Returns a function that finds the text of a name of the server; a name that a newer server has added stays as it is. */
export function useNames<Key extends string>(texts: Texts<Key>): (name: string) => string {
  const t = useTexts(texts);
  return useCallback(
    (name) => {
      const isKnown = (text: string): text is Key => Object.hasOwn(texts.en, text);
      return isKnown(name) ? t(name) : name;
    },
    [t, texts],
  );
}

/** Returns a function that says how a sign-in ended. */
export function useResult(): (signIn: SignInRecord) => string {
  const t = useTexts(peopleTexts);
  const nameRefusal = useNames(refusalTexts);
  const nameLimit = useNames(limitTexts);
  const nameMethod = useNames(methodTexts);
  return useCallback(
    ({ limit, method, reason }) => {
      if (reason === null) return method === null ? t('signed_in') : t('signed_in_by', { method: nameMethod(method) });
      return limit === null ? nameRefusal(reason) : `${nameRefusal(reason)}: ${nameLimit(limit)}`;
    },
    [t, nameRefusal, nameLimit, nameMethod],
  );
}

/** Returns a function that names the browser and the system of a sign-in or a session. */
export function useDevice(): (device: Pick<SignInRecord, 'browser' | 'system'>) => string {
  const t = useTexts(peopleTexts);
  return useCallback(
    ({ browser, system }) =>
      browser && system ? t('on_system', { browser, system }) : browser || system || t('unknown_browser'),
    [t],
  );
}
