import { defaultAccent, photoMaxBytes, photoMimes } from '@portico/contract';
import type { TenantLook } from '@portico/contract/administration';
import { Button, FieldErrorText, TextField } from '@portico/ui';
import { useId, useRef, useState } from 'react';
import { useCaller } from '../caller/caller';
import { TextArea } from '../page/text-area';
import { AccentNote } from './accent-note';
import { type Draft, previewDraft, type TypedField, toText } from './draft';
import { useLookTexts } from './look-texts';

interface LookFieldsProps {
  readonly look: TenantLook;
  readonly draft: Draft;
  /** The fields that are not valid. */
  readonly wrong: readonly TypedField[];
  /** Absent for a caller who may only read. */
  readonly onType: ((field: TypedField, text: string) => void) | undefined;
  readonly onLogo: (file: File | undefined) => void;
}

/** The fields of a look. Hosts and the address of the sender are for operators. */
export function LookFields({ look, draft, wrong, onType, onLogo }: LookFieldsProps) {
  const t = useLookTexts();
  const { is_operator: isOperator } = useCaller();
  const isRead = onType === undefined;
  const bind = (field: TypedField, isReadOnly = isRead) => ({
    label: t(field),
    value: draft.typed[field]?.text ?? toText(look, field),
    readOnly: isReadOnly,
    error: wrong.includes(field) ? t(`${field}_wrong`) : undefined,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onType?.(field, currentTarget.value),
  });
  const accent = bind('accent');
  const fixed = look.fixed_hosts.join(', ');
  const shown = previewDraft(draft, look, undefined);
  return (
    <>
      <TextField {...bind('name')} required />
      <LogoField look={look} draft={draft} onLogo={isRead ? undefined : onLogo} />
      <div className="portico-console-look-accent">
        <TextField {...accent} placeholder={defaultAccent} hint={t('accent_hint')} spellCheck={false} />
        <input type="color" aria-label={t('pick')} value={shown.accent} disabled={isRead} onChange={accent.onChange} />
      </div>
      <AccentNote accent={shown.accent} />
      <TextField {...bind('sender_name')} placeholder={t('of_portal')} hint={t('sender_hint')} />
      <TextField
        {...bind('sender_address', isRead || !isOperator)}
        type="email"
        placeholder={t('of_portal')}
        hint={t(isOperator ? 'address_hint' : 'for_operators')}
      />
      <TextArea
        {...bind('hosts', isRead || !isOperator)}
        rows={3}
        spellCheck={false}
        hint={
          <>
            {t(isOperator ? 'hosts_hint' : 'for_operators')} {fixed !== '' && t('fixed_hosts', { hosts: fixed })}
          </>
        }
      />
    </>
  );
}

interface LogoFieldProps {
  readonly look: TenantLook;
  readonly draft: Draft;
  readonly onLogo: ((file: File | undefined) => void) | undefined;
}

function LogoField({ look, draft, onLogo }: LogoFieldProps) {
  const t = useLookTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<'logo_type' | 'logo_size'>();
  const { logo } = draft;
  const choose = (file: File | undefined) => {
    // The same file can be chosen again.
    if (input.current) input.current.value = '';
    if (file && !photoMimes.some((mime) => mime === file.type)) return setError('logo_type');
    if (file && file.size > photoMaxBytes) return setError('logo_size');
    setError(undefined);
    return onLogo?.(file);
  };
  const state = logo ? (logo.file?.name ?? t('logo_removed')) : t(look.logo === null ? 'no_logo' : 'has_logo');
  const hasLogo = logo ? logo.file !== undefined : look.logo !== null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own.
    <div className="portico-ui-field" role="group" aria-labelledby={id}>
      <div className="portico-ui-field-row" id={id}>
        {t('logo')}
      </div>
      <div className="portico-console-actions">
        <bdi className="portico-console-muted">{state}</bdi>
        {onLogo && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('logo')}
              accept={photoMimes.join()}
              onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
            />
            <Button variant="quiet" onClick={() => input.current?.click()}>
              {t('choose')}
            </Button>
            {hasLogo && (
              <Button variant="plain" onClick={() => choose(undefined)}>
                {t('remove')}
              </Button>
            )}
          </>
        )}
      </div>
      <p className="portico-ui-field-hint">{t('logo_hint')}</p>
      {error && <FieldErrorText text={t(error)} />}
    </div>
  );
}
