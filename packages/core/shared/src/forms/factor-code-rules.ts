// A separate entry, bundled into each late file with this form. Import no state of the package here: it would be a second
// copy.
import { isApiFailure } from '../api/api-failure';
import type { FieldErrors } from './use-form';

/** Returns the options of `useForm` that find errors of the first code of an authenticator app, in the field `code`. */
export function getFactorCodeRules(t: (key: 'code_required' | 'wrong') => string) {
  return {
    check: (getTyped: (field: 'code') => string): FieldErrors<'code'> => ({
      code: /^\s*(?:\d\s*){6}$/.test(getTyped('code')) ? undefined : { getText: () => t('code_required') },
    }),
    findRefusedFields: (error: unknown): FieldErrors<'code'> | undefined =>
      isApiFailure(error) && error.code === 'second-factor-wrong' ? { code: { getText: () => t('wrong') } } : undefined,
  };
}
