import { type ModuleToast, moduleToastSchema } from '@portico/contract';
import * as v from 'valibot';

/** Parses a toast of a module, or throws a TypeError that says what is wrong. */
export function parseModuleToast(toast: unknown): ModuleToast {
  const parsed = v.safeParse(moduleToastSchema, toast);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map(({ path = [], message }) => [...path.map(({ key }) => key), message].join(': '));
  throw new TypeError(`This is not a toast: ${issues.join('; ')}`);
}
