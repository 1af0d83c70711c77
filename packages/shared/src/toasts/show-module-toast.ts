import { moduleToastSchema } from '@portico/contract';
import * as v from 'valibot';
import { showToast } from './toast-queue';

/**
 * Shows a toast that a module asked for.
 * @throws TypeError when it is none; the message says what is wrong with it
 */
export function showModuleToast(toast: unknown): void {
  const parsed = v.safeParse(moduleToastSchema, toast);
  if (parsed.success) return void showToast(parsed.output);
  const faults = parsed.issues.map(({ path = [], message }) => [...path.map(({ key }) => key), message].join(': '));
  throw new TypeError(`This is not a toast: ${faults.join('; ')}`);
}
