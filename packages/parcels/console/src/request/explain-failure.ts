import { useCallback } from 'react';
import { useCommonTexts } from '../texts/common-texts';
import { OperatorFailure } from './operator-failure';

/** Returns a function that says in a sentence why a call failed. */
export function useExplain(): (error: unknown) => string {
  const t = useCommonTexts();
  return useCallback(
    (error) => {
      if (!(error instanceof OperatorFailure)) {
        return t('request.failed', { code: error instanceof Error ? error.name : '?' });
      }
      const { code, message, status } = error;
      if (code === 'not-confirmed') return t('request.not_confirmed');
      if (code === 'unexpected-answer') return t('request.unexpected');
      if (status === 0 || status >= 502) return t('request.unreachable');
      if (message) return message;
      if (status === 401) return t('request.session_ended');
      return status === 403 ? t('request.not_allowed') : t('request.failed', { code: `${status} ${code}` });
    },
    [t],
  );
}
