import { nameMaxLength, type PersonalData, personalDataSchema } from '@portico/contract';
import { queryClient, useQuery, userQuery } from '@portico/query';
import {
  type CurrentUser,
  type FieldError,
  type FieldErrors,
  isApiFailure,
  showToast,
  type TextKey,
  useForm,
  useTranslation,
  useUnsavedChanges,
} from '@portico/shared';
import { FailureNotice, TextField } from '@portico/ui';
import * as v from 'valibot';
import { FormActions } from '../form/form-actions';
import { PhotoEditor } from '../photo/photo-editor';
import { Fetched, Placeholder } from '../section/fetched';
import { AddressChange } from './address-change';
import { NewAddress } from './new-address';
import { savePersonalData } from './personal-data';
import { useDraft } from './use-draft';

type Field = keyof PersonalData;

export function PersonalDataSection() {
  return (
    <>
      <PhotoEditor />
      <Fetched query={useQuery(userQuery, queryClient)} placeholder={<Placeholder kind="field" count={3} />}>
        {(user) => (
          <>
            <PersonalDataForm saved={user} />
            {user.new_email === undefined ? <NewAddress /> : <AddressChange email={user.new_email} />}
          </>
        )}
      </Fetched>
    </>
  );
}

function PersonalDataForm({ saved }: { readonly saved: CurrentUser }) {
  const { t } = useTranslation();
  const draft = useDraft(saved);
  useUnsavedChanges(draft.isDirty);
  const form = useForm<Field>({
    check: () => findPersonalDataErrors(draft.change),
    async send() {
      const typed = draft.change;
      await savePersonalData(v.parse(personalDataSchema, typed));
      draft.settle(typed);
      showToast({ type: 'success', text: t('profile.saved') });
    },
    findRefusedFields,
    fallback: 'profile.save_failed',
    isBlocked: !draft.isDirty,
  });

  const cancel = () => {
    draft.drop();
    form.clear();
  };

  return (
    <form noValidate onSubmit={form.submit}>
      <div className="portico-profile-block portico-profile-fields">
        <TextField
          {...form.getField('name')}
          label={t('name')}
          value={draft.name}
          autoComplete="name"
          required
          // Pasted from a table, it has tabs, which the server refuses.
          onChange={({ target }) => draft.type({ name: target.value.replaceAll('\t', ' ') })}
        />
        {draft.phone !== undefined && (
          <TextField
            {...form.getField('phone')}
            label={t('profile.phone')}
            value={draft.phone}
            type="tel"
            autoComplete="tel"
            onChange={({ target }) => draft.type({ phone: target.value })}
          />
        )}
        <TextField label={t('email')} value={saved.email} type="email" readOnly autoComplete="off" />
        {form.notice && <FailureNotice {...form.notice} />}
      </div>
      <FormActions
        isUnchanged={!draft.isDirty}
        isSaving={form.isSending}
        waitsFor={form.button['aria-describedby']}
        onCancel={cancel}
      />
    </form>
  );
}

/** The fields that the API refused with a reason, by its code. */
function findRefusedFields(error: unknown): FieldErrors<Field> | undefined {
  if (!isApiFailure(error) || !error.message) return undefined;
  const { code, message } = error;
  if (code.startsWith('name-')) return { name: { getText: () => message } };
  return code.startsWith('phone-') ? { phone: { getText: () => message } } : undefined;
}

const issueTexts: Readonly<Record<string, TextKey>> = {
  'name-malformed': 'profile.name_malformed',
  'name-missing': 'profile.name_required',
  'name-too-long': 'profile.name_too_long',
  'phone-malformed': 'profile.phone_malformed',
};

type PersonalDataErrors = FieldErrors<keyof PersonalData>;

/** Checks what the user typed by the same rules as the server. */
function findPersonalDataErrors(typed: PersonalData): PersonalDataErrors {
  const { issues } = v.safeParse(personalDataSchema, typed);
  const { name, phone } = issues ? (v.flatten<typeof personalDataSchema>(issues).nested ?? {}) : {};
  return { name: toError(name), phone: toError(phone) };
}

function toError(issues: readonly string[] | undefined): FieldError | undefined {
  const key = issueTexts[issues?.[0] ?? ''];
  return key && { key, values: { max: nameMaxLength } };
}
