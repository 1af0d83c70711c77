import { nameMaxLength, type PersonalData, personalDataSchema } from '@portico/contract';
import * as v from 'valibot';
import type { TextKey } from '../i18n/catalogue';

/** Values of the texts about personal data. */
export const personalDataLimits = { max: nameMaxLength };

/** What is wrong with each field; its text takes `personalDataLimits`. */
export type PersonalDataFaults = { readonly [Field in keyof PersonalData]?: { readonly key: TextKey } };

const keyOfIssue: Readonly<Record<string, TextKey>> = {
  'name-missing': 'profile.name_required',
  'name-too-long': 'profile.name_too_long',
  'phone-malformed': 'profile.phone_malformed',
};

/** Reads what the user typed, by the rules that the server has too. */
export function readPersonalData(
  typed: PersonalData,
): { readonly change: PersonalData } | { readonly faults: PersonalDataFaults } {
  const result = v.safeParse(personalDataSchema, typed);
  if (result.success) return { change: result.output };
  const { name, phone } = v.flatten<typeof personalDataSchema>(result.issues).nested ?? {};
  return { faults: { ...faultOf('name', name), ...faultOf('phone', phone) } };
}

function faultOf(field: keyof PersonalData, issues: readonly string[] | undefined): PersonalDataFaults {
  const key = keyOfIssue[issues?.[0] ?? ''];
  return key ? { [field]: { key } } : {};
}
