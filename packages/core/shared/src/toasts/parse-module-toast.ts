import { type ModuleToast, moduleToastSchema } from '@portico/contract';
import * as v from 'valibot';

/** @throws TypeError when it is not a toast; the message says what is wrong with it */
export function parseModuleToast(toast: unknown): ModuleToast {
  const parsed = v.safeParse(moduleToastSchema, toast);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map(({ path = [], message }) => [...path.map(({ key }) => key), message].join(': '));
  throw new TypeError(`This is not a toast: ${issues.join('; ')}`);
}
