import type { AuditAction } from '@portico/contract/administration';
import { defineTexts } from '../texts/define-texts';
import en from './locales/en.json';
import pt from './locales/pt.json';

/** The texts of the audit log, among them a name of each action. */
export const useAuditTexts = defineTexts({ en: en satisfies Readonly<Record<`action.${AuditAction}`, string>>, pt });

/** The actions that have a name. */
export const actions = Object.keys(en).flatMap((key) => key.match(/^action\.(.+)/)?.[1] ?? []);
