import type { PortalReport } from '@portico/contract';
import { type FailureReport, failureTextMax } from '@portico/contract/publishing';
import { readPage, send, sessionAtom, store } from '@portico/shared';

/** Maximum number of failures that a page sends: one that fails all the time says nothing new. */
const maxSent = 30;
const sent = new Set<string>();

/** Sends a report to the server, each failure once a page, for users who are signed in and run what was published. */
export async function sendFailure({ address = '', error, kind, source }: PortalReport): Promise<void> {
  if (source === undefined || Object.hasOwn(readPage().overrides, source)) return;
  if (store.get(sessionAtom).status !== 'signed-in') return;
  const failure: FailureReport = { source, address, kind, ...describe(error) };
  const key = JSON.stringify([source, kind, failure.name, failure.message]);
  if (sent.has(key) || sent.size >= maxSent) return;
  sent.add(key);
  // Errors are ignored: reporting them would fail too, and other pages report the same.
  await send('failures', { method: 'post', json: failure }).catch(() => undefined);
}

function describe(error: unknown): Pick<FailureReport, 'message' | 'name' | 'stack'> {
  // A `ModuleFailure` wraps the error that the module has thrown.
  const isWrapper = error instanceof Error && error.name === 'ModuleFailure' && error.cause instanceof Error;
  const thrown = isWrapper ? error.cause : error;
  const { name, message, stack } =
    thrown instanceof Error ? thrown : { name: '', message: String(thrown), stack: undefined };
  return {
    name: String(name).slice(0, failureTextMax.name),
    message: String(message).slice(0, failureTextMax.message),
    stack: String(stack ?? '').slice(0, failureTextMax.stack),
  };
}
