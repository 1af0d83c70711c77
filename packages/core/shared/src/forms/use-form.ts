import { type SubmitEvent, useState } from 'react';
import { isApiFailure } from '../api/api-failure';
import { type TextKey, useTranslation } from '../texts/i18n';
import { type FormFailure, useAction } from './use-action';

/** The error of a field: a text of the catalogue with its values, or one of a late file or of the API. */
export type FieldError = (
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, number>> }
  | { readonly getText: () => string }
) & {
  /** Whether a change of any field removes the error, because it concerns the whole form. */
  readonly endsWithAnyInput?: boolean;
};

/** The errors of a form, by field. */
export type FieldErrors<Field extends string> = { readonly [Name in Field]?: FieldError | undefined };

interface FormOptions<Field extends string> {
  /** Finds the errors of the typed values. The form is sent only without errors. */
  readonly check: (getTyped: (field: Field) => string) => FieldErrors<Field>;
  /** Sends the form, and continues after a success. The form shows its errors. */
  readonly send: (getTyped: (field: Field) => string) => Promise<void>;
  /** Finds the fields that the API refused. Other errors are shown as a failure of the form. */
  readonly findRefusedFields?: (error: unknown) => FieldErrors<Field> | undefined;
  /** The text when the API gives no reason. */
  readonly fallback: TextKey;
  /** The errors and the failure of an attempt before. */
  readonly first?: { readonly errors?: FieldErrors<Field>; readonly failure?: FormFailure | undefined };
  /** Whether there is nothing to send now. */
  readonly isBlocked?: boolean;
}

/**
 * The state of a form that is sent to the API: one attempt at a time, errors beside the fields with the focus on the
 * first wrong one, a failure of the form as a whole, and the wait after too many attempts.
 */
export function useForm<Field extends string>(options: FormOptions<Field>) {
  const { check, fallback, findRefusedFields, first, isBlocked = false, send } = options;
  const { t } = useTranslation();
  const action = useAction(fallback, first?.failure);
  const { isBusy: isSending, isOnHold } = action.button;
  const [errors, setErrors] = useState<FieldErrors<Field>>(first?.errors ?? {});

  /** Shows the errors, with the focus on the first, and returns whether there is one. */
  const showErrors = (form: HTMLFormElement, found: FieldErrors<Field>) => {
    setErrors(found);
    const wrong = Object.entries(found).flatMap(([field, error]) => (error ? [field] : []));
    for (const input of form.elements) {
      if (!(input instanceof HTMLInputElement) || !wrong.includes(input.name)) continue;
      input.focus();
      // The user cannot correct a hidden text, only type it again.
      if (input.type === 'password') input.select();
      break;
    }
    return wrong.length > 0;
  };

  const clearError = (changed: Field) =>
    setErrors((present) => {
      const errors: readonly (FieldError | undefined)[] = Object.values(present);
      return errors.some((error) => error?.endsWithAnyInput) ? {} : { ...present, [changed]: undefined };
    });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const getTyped = (field: Field) => {
      const input = form.elements.namedItem(field);
      return input instanceof HTMLInputElement ? input.value : '';
    };
    if (isSending || isBlocked || isOnHold) return;
    action.clear();
    if (showErrors(form, check(getTyped))) return;
    await action.run(() =>
      send(getTyped).catch((error: unknown) => {
        const refused = findRefusedFields?.(error);
        if (!refused) throw error;
        showErrors(form, refused);
      }),
    );
  };

  const describe = (error: FieldError | undefined) =>
    error && ('key' in error ? t(error.key, error.values ?? {}) : error.getText());

  return {
    submit,
    isSending,
    /** For the input of a field. */
    getField: (field: Field) => ({
      name: field,
      error: describe(errors[field]),
      onInput: () => clearError(field),
    }),
    /** For the button that sends the form. */
    button: action.button,
    /** For `FailureNotice`. */
    notice: action.notice,
    /** Removes the errors. A wait continues. */
    clear() {
      setErrors({});
      if (!isOnHold) action.clear();
    },
  };
}

/** Returns the error of the password field when the API refused e-mail and password. It does not say which is wrong. */
export function findWrongCredentials(error: unknown): { readonly password: FieldError } | undefined {
  if (!isApiFailure(error) || error.status !== 401) return undefined;
  return { password: { key: 'signin.wrong_credentials', endsWithAnyInput: true } };
}

/** Returns the props that every `PasswordField` needs. */
export function usePasswordField() {
  const { t } = useTranslation();
  return {
    required: true,
    showLabel: t('signin.show_password'),
    hideLabel: t('signin.hide_password'),
    capsLockText: t('signin.caps_lock'),
  };
}
