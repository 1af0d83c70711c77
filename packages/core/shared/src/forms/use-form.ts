import { type RefObject, type SubmitEvent, useState } from 'react';
import { isApiFailure } from '../api/api-failure';
import { type TextKey, useTranslation } from '../texts/i18n';
import { type FormFailure, useFailure } from './use-failure';

/** What is wrong with a field: a text of the catalogue with its values, or the words of the API. */
export type FieldError = (
  | { readonly key: TextKey; readonly values?: Readonly<Record<string, number>> }
  | { readonly message: string }
) & {
  /** It concerns the whole form: it ends when any field is changed. */
  readonly endsWithAnyInput?: boolean;
};

/** What is wrong with the fields of a form, by field. */
export type FieldErrors<Field extends string> = { readonly [Name in Field]?: FieldError | undefined };

interface FormOptions<Field extends string> {
  /** In the order on screen. */
  readonly inputs: Readonly<Record<Field, RefObject<HTMLInputElement | null>>>;
  /** Finds what is wrong with what was typed; if anything is, nothing is sent. */
  readonly check: (getTyped: (field: Field) => string) => FieldErrors<Field>;
  /** Sends the form, and does what follows a success. What it throws is shown. */
  readonly send: (getTyped: (field: Field) => string) => Promise<void>;
  /** Finds the fields that the API refused; other errors are shown as a failure of the form. */
  readonly findRefusedFields?: (error: unknown) => FieldErrors<Field> | undefined;
  /** What to say when the API gives no reason. */
  readonly fallback: TextKey;
  /** What an attempt before left on screen. */
  readonly first?: { readonly errors?: FieldErrors<Field>; readonly failure?: FormFailure | undefined };
  /** Whether there is nothing to send now. */
  readonly isBlocked?: boolean;
}

/**
 * The state of a form that is sent to the API: one attempt at a time, errors beside the fields with the focus on the
 * first wrong one, a failure of the form as a whole, and the wait after too many attempts.
 */
export function useForm<Field extends string>(options: FormOptions<Field>) {
  const { check, fallback, findRefusedFields, first, inputs, isBlocked = false, send } = options;
  const { t } = useTranslation();
  const failure = useFailure(fallback, first?.failure);
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<Field>>(first?.errors ?? {});

  const getTyped = (field: Field) => inputs[field].current?.value ?? '';

  /**
   * Shows the errors, with the focus on the first.
   * @returns whether there is one
   */
  const showErrors = (found: FieldErrors<Field>) => {
    setErrors(found);
    for (const field in inputs) {
      if (!found[field]) continue;
      const input = inputs[field].current;
      input?.focus();
      // A hidden text cannot be corrected, only typed again.
      if (input?.type === 'password') input.select();
      return true;
    }
    return false;
  };

  const clearError = (changed: Field) =>
    setErrors((present) => {
      for (const field in inputs) if (present[field]?.endsWithAnyInput) return {};
      return { ...present, [changed]: undefined };
    });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending || isBlocked || failure.button.isOnHold) return;
    failure.clear();
    if (showErrors(check(getTyped))) return;
    setSending(true);
    try {
      await send(getTyped);
    } catch (error) {
      const refused = findRefusedFields?.(error);
      if (refused) showErrors(refused);
      else failure.show(error);
    } finally {
      setSending(false);
    }
  };

  const describe = (error: FieldError | undefined) =>
    error && ('key' in error ? t(error.key, error.values ?? {}) : error.message);

  return {
    submit,
    isSending,
    /** For the input of a field. */
    getField: (field: Field) => ({
      name: field,
      ref: inputs[field],
      error: describe(errors[field]),
      onInput: () => clearError(field),
    }),
    /** For the button that sends the form. */
    button: { isBusy: isSending, ...failure.button },
    /** For `FailureNotice`. */
    notice: failure.notice,
    /** Forgets the errors. A wait goes on. */
    clear() {
      setErrors({});
      if (!failure.button.isOnHold) failure.clear();
    },
  };
}

/** The error of the password field when the API refused e-mail and password; it does not say which is wrong. */
export function findWrongCredentials(error: unknown): { readonly password: FieldError } | undefined {
  if (!isApiFailure(error) || error.status !== 401) return undefined;
  return { password: { key: 'signin.wrong_credentials', endsWithAnyInput: true } };
}
