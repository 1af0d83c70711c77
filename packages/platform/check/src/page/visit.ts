import type { ModuleObservation } from '@portico/contract';
import { type Leftover, rememberGlobals } from '@portico/module-kit/leftovers';
import type { Mount } from '@portico/module-kit/mounting';
import { createPortalDouble } from '@portico/module-kit/testing/portal-double';
import { watchDocument } from '@portico/module-kit/testing/watch-document';
import { getStyleNonce } from '@portico/root-config/module-host/style-nonce';
import { unmountTimeout, withTimeout } from '@portico/root-config/module-host/with-timeout';
import { awaitQuiet } from './await-quiet';
import type { Trace } from './compare-visits';
import { parsePosition } from './parse-position';

export type CheckFailure = ModuleObservation['failures'][number];

export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function createLateError(milliseconds: number): Error {
  return new Error(`it takes longer than ${milliseconds / 1000} s`);
}

/**
 * Mounts a module into an element of its own, waits until it fetches nothing more, and unmounts it.
 * @param base the address of the module's folder, with a slash at the end
 * @param onShow called while the module is on screen
 */
export async function visit(key: string, base: string, mount: Mount, timeout: number, onShow: () => Promise<void>) {
  const { portal, calls, release } = createPortalDouble({ styleNonce: getStyleNonce() }, () => {});
  const element = document.createElement('div');
  document.querySelector('main')?.append(element);
  const started = watchDocument();
  // Without globals that start with two underscores, by which libraries mark their presence.
  const newGlobals = rememberGlobals((name) => name.startsWith('__'));
  const failures: CheckFailure[] = [];
  const fail = (step: CheckFailure['step']) => (error: unknown) =>
    void failures.push({ step, message: getMessage(error) });

  const props = { key, basePath: `/${key}`, element, portal, onCrash: fail('crash') };
  const unmount = await withTimeout(mount(props), timeout, () => createLateError(timeout)).catch(fail('mount'));
  await awaitQuiet();
  if (unmount) {
    await onShow();
    await withTimeout(unmount(), unmountTimeout, () => createLateError(unmountTimeout)).catch(fail('unmount'));
  }
  release();

  // Before the element is removed, because the portal empties it anyway.
  const toTrace = ({ description, stack }: Leftover): Trace => {
    const position = parsePosition(stack, base);
    return { description, ...(position && { position }) };
  };
  const traces = started.end().map(toTrace);
  const globals = newGlobals().map(toTrace);
  element.remove();
  // A module whose mount failed cannot clean up.
  const left = unmount ? { traces, globals } : { traces: [], globals: [] };
  return { failures, ...left, reports: calls.report.map(getMessage) };
}
