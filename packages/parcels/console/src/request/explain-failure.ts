import { useCallback } from 'react';
import { type Translate, useTexts } from '../texts/define-texts';
import { requestTexts } from '../texts/request-texts';
import { OperatorFailure } from './operator-failure';

/** Returns a function that says in a sentence why a call failed. */
export function useExplain(): (error: unknown) => string {
  const t = useTexts(requestTexts);
  return useCallback((error) => explainFailure(t, error), [t]);
}

function explainFailure(t: Translate<keyof (typeof requestTexts)['en']>, error: unknown): string {
  if (!(error instanceof OperatorFailure)) return t('failed', { code: error instanceof Error ? error.name : '?' });
  const { code, message, status } = error;
  if (code === 'not-confirmed') return t('not_confirmed');
  if (code === 'unexpected-answer') return t('unexpected');
  if (status === 0 || status >= 502) return t('unreachable');
  if (message) return message;
  if (status === 401) return t('session_ended');
  return status === 403 ? t('not_allowed') : t('failed', { code: `${status} ${code}` });
}
