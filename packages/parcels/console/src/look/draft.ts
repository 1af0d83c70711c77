import { accentSchema, defaultAccent } from '@portico/contract';
import { lookChangeSchema, type TenantLook } from '@portico/contract/administration';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';

/** The fields that are typed. */
export const typedFields = ['name', 'accent', 'sender_name', 'sender_address', 'hosts'] as const;
export type TypedField = (typeof typedFields)[number];

interface Typed {
  readonly text: string;
  /** The value when the user began to type. */
  readonly seen: string;
}

/** The changes that are not saved. */
export interface Draft {
  readonly typed: { readonly [Field in TypedField]?: Typed };
  /** A chosen picture, or none. */
  readonly logo?: { readonly file: File | undefined; readonly seen: string | null };
}

export const noDraft: Draft = { typed: {} };

/**
 * The unsaved changes of the look. They are kept while the user looks at other views, and end with the console, whose
 * portal asks first.
 */
export function useDraft(tenant: string) {
  const cache = useQueryClient();
  const queryKey = ['look-draft', tenant];
  const kept = useQuery<Draft>({ queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY });
  const setDraft = (change: (draft: Draft) => Draft) =>
    cache.setQueryData<Draft>(queryKey, (draft = noDraft) => change(draft));
  return [kept.data ?? noDraft, setDraft] as const;
}

/** Returns the value of a field as the form shows it. */
export function toText(look: TenantLook, field: TypedField): string {
  return field === 'hosts' ? look.hosts.join('\n') : (look[field] ?? '');
}

export function typeField(draft: Draft, look: TenantLook, field: TypedField, text: string): Draft {
  const seen = draft.typed[field]?.seen ?? toText(look, field);
  return { ...draft, typed: { ...draft.typed, [field]: { text, seen } } };
}

function toValue(field: TypedField, text: string): string | string[] | null {
  if (field === 'hosts') return text.split(/[\s,]+/).filter((host) => host !== '');
  return field === 'name' ? text : text.trim() || null;
}

/** Lists the fields whose text differs from what is saved. */
function listChanged(draft: Draft, look: TenantLook): TypedField[] {
  return typedFields.filter((field) => {
    const text = draft.typed[field]?.text;
    return text !== undefined && text !== toText(look, field);
  });
}

/** Lists the fields that both this user and another one have changed. */
export function listConflicts(draft: Draft, look: TenantLook): (TypedField | 'logo')[] {
  const typed = listChanged(draft, look).filter((field) => draft.typed[field]?.seen !== toText(look, field));
  return draft.logo !== undefined && draft.logo.seen !== look.logo ? [...typed, 'logo'] : typed;
}

/** Returns the body of the call that saves the texts, or the fields that are not valid. */
export function parseDraft(draft: Draft, look: TenantLook) {
  const fields = listChanged(draft, look);
  const entries = fields.map((field) => [field, toValue(field, draft.typed[field]?.text ?? '')]);
  const from = Object.fromEntries(fields.map((field) => [field, look[field]]));
  const parsed = v.safeParse(lookChangeSchema, { ...Object.fromEntries(entries), from });
  const wrong = parsed.issues?.map((issue) => v.getDotPath(issue)?.split('.')[0]);
  return {
    change: parsed.success && fields.length > 0 ? parsed.output : undefined,
    wrong: typedFields.filter((field) => wrong?.includes(field)),
    isChanged: fields.length > 0 || draft.logo !== undefined,
  };
}

/** The words of the command that saves a draft, after `portico`. */
export function listWords(draft: Draft, look: TenantLook): string[] {
  const { change } = parseDraft(draft, look);
  const flag = (name: string, value: string | null | undefined) =>
    value === undefined ? [] : value === null ? [`--no-${name}`] : [`--${name}`, value];
  const { accent, hosts, name, sender_address, sender_name } = change ?? {};
  const address = sender_address ?? (sender_address === null ? '' : look.sender_address);
  const sender = [sender_name === undefined ? look.sender_name : sender_name, address && `<${address}>`];
  const isSender = sender_address !== undefined || sender_name !== undefined;
  return [
    ...['tenant', 'update', look.key],
    ...flag('name', name),
    ...flag('accent', accent),
    ...flag('logo', draft.logo && (draft.logo.file?.name ?? null)),
    ...flag('sender', isSender ? sender.filter(Boolean).join(' ') || null : undefined),
    ...(hosts === undefined ? [] : hosts.length > 0 ? ['--host', ...hosts] : ['--no-host']),
  ];
}

/** A look as the preview shows it. */
export interface ShownLook {
  readonly name: string;
  readonly accent: string;
  readonly logo: string | undefined;
  readonly senderName: string;
  readonly senderAddress: string;
}

/** @param logo the address of the chosen picture */
export function previewDraft(draft: Draft, look: TenantLook, logo: string | undefined): ShownLook {
  const read = (field: TypedField) => (draft.typed[field]?.text ?? toText(look, field)).trim();
  const accent = read('accent');
  return {
    name: read('name') || look.name,
    // While it is typed, the colour stays.
    accent: accent === '' ? defaultAccent : v.is(accentSchema, accent) ? accent : (look.accent ?? defaultAccent),
    logo: draft.logo === undefined ? (look.logo ?? undefined) : logo,
    senderName: read('sender_name'),
    senderAddress: read('sender_address'),
  };
}
