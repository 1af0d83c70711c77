import type { TextKey } from '@portico/shared';
import type { ComponentType } from 'react';
import { LanguageSection } from './language/language-section';
import { NotificationsSection } from './notifications/notifications-section';
import { UpdatePasswordSection } from './password/update-password-section';
import { PersonalDataSection } from './personal-data/personal-data-section';
import { SecuritySection } from './security/security-section';

export interface Section {
  /** The fragment that leads to it. */
  readonly id: string;
  readonly title: TextKey;
  readonly Content: ComponentType;
}

const first: Section = { id: 'personal-data', title: 'personal_data', Content: PersonalDataSection };

export const sections: readonly Section[] = [
  first,
  { id: 'language', title: 'language', Content: LanguageSection },
  { id: 'security', title: 'security', Content: SecuritySection },
  { id: 'update-password', title: 'update_password', Content: UpdatePasswordSection },
  { id: 'notifications', title: 'notifications', Content: NotificationsSection },
];

/** The section that a fragment leads to; without one, or with an unknown one, the first. */
export function sectionAt(hash: string): Section {
  return sections.find(({ id }) => hash === `#${id}`) ?? first;
}
