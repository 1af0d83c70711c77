import { type ReportKind, report } from '@portico/shared';
import { attribute } from './attribute';
import { scriptsOf } from './scripts-of';

/**
 * Reports what nobody caught, with the module or parcel that its stack names.
 * @param imports gives names to absolute addresses
 */
export function reportUncaught(imports: () => Readonly<Record<string, string>>): void {
  const meet = (kind: ReportKind, error: unknown, script?: string) => {
    // A script that does not even parse is uncaught first, and a failure with a panel right after.
    setTimeout(() => {
      const scripts = scriptsOf(error);
      report({ kind, error, ...attribute(scripts.length > 0 || !script ? scripts : [script], imports()) });
    });
  };
  window.addEventListener('error', ({ error, message, filename }) => meet('uncaught', error ?? message, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => meet('unhandled-rejection', reason));
}
