import {
  accountPart,
  type CurrentUser,
  isApiFailure,
  type PersonalData,
  showToast,
  useTranslation,
  useUnsavedChanges,
} from '@portico/shared';
import { TextField } from '@portico/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import { ActionFailure } from '../form/action-failure';
import { type Fault, useFaultText } from '../form/fault';
import { FormActions } from '../form/form-actions';
import { useDraft } from './use-draft';

type Field = keyof PersonalData;
type Faults = { readonly [Name in Field]?: Fault | undefined };

export function PersonalDataForm({ saved }: { readonly saved: CurrentUser }) {
  const { t } = useTranslation();
  const { personalDataLimits, readPersonalData, savePersonalData } = accountPart.get();
  const fields = { name: useRef<HTMLInputElement>(null), phone: useRef<HTMLInputElement>(null) };
  const textOf = useFaultText(personalDataLimits);
  const draft = useDraft(saved);
  const [isSaving, setSaving] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>();
  useUnsavedChanges(draft.isDirty);

  const type = (field: Field, value: string) => {
    draft.type({ [field]: value });
    setFaults((found) => ({ ...found, [field]: undefined }));
  };

  const showFaults = (found: Faults) => {
    setFaults(found);
    fields[found.name ? 'name' : 'phone'].current?.focus();
  };

  const cancel = () => {
    draft.drop();
    setFaults({});
    setFailure(undefined);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving || !draft.isDirty) return;
    setFailure(undefined);
    setFaults({});
    const typed = draft.change;
    const read = readPersonalData(typed);
    if ('faults' in read) return showFaults(read.faults);
    setSaving(true);
    try {
      await savePersonalData(read.change);
      draft.settle(typed);
      showToast({ type: 'success', text: t('profile.saved') });
    } catch (error) {
      const refused = faultsOfRefusal(error);
      if (refused) showFaults(refused);
      else setFailure(error);
    } finally {
      setSaving(false);
    }
  };

  return (
    <form noValidate onSubmit={submit}>
      <div className="portico-profile-block portico-profile-fields">
        <TextField
          ref={fields.name}
          label={t('name')}
          value={draft.name}
          error={textOf(faults.name)}
          autoComplete="name"
          required
          onChange={({ target }) => type('name', target.value)}
        />
        {draft.phone !== undefined && (
          <TextField
            ref={fields.phone}
            label={t('profile.phone')}
            value={draft.phone}
            error={textOf(faults.phone)}
            type="tel"
            autoComplete="tel"
            onChange={({ target }) => type('phone', target.value)}
          />
        )}
        <TextField
          label={t('email')}
          value={saved.email}
          hint={t('profile.email_hint')}
          type="email"
          readOnly
          autoComplete="off"
        />
        <ActionFailure error={failure} fallback="profile.save_failed" />
      </div>
      <FormActions isUnchanged={!draft.isDirty} isSaving={isSaving} onCancel={cancel} />
    </form>
  );
}

/** What the API has against a field, by its code; `undefined` when it is against none, or does not say what. */
function faultsOfRefusal(error: unknown): Faults | undefined {
  if (!isApiFailure(error) || !error.message) return undefined;
  const { code, message } = error;
  if (code.startsWith('name-')) return { name: { message } };
  return code.startsWith('phone-') ? { phone: { message } } : undefined;
}
