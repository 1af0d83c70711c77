import { moduleAttribute } from '@portico/contract';
import { describeGlobal, type Leftover, rememberGlobals } from '@portico/module-kit/leftovers';
import type { Mount } from '@portico/module-kit/mounting';
import { createPortalDouble } from '@portico/module-kit/testing/portal-double';
import { watchDocument } from '@portico/module-kit/testing/watch-document';
import { getStyleNonce } from '@portico/root-config/module-host/style-nonce';
import { unmountTimeout, withTimeout } from '@portico/root-config/module-host/with-timeout';
import type { ModuleObservation } from '../module-observation';

export type CheckFailure = ModuleObservation['failures'][number];

export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function createLateError(milliseconds: number): Error {
  return new Error(`it takes longer than ${milliseconds / 1000} s`);
}

/**
 * Mounts a module into a new element, waits until it makes no more requests, and unmounts it.
 * @param base the address of the module's folder, with a slash at the end
 * @param onShow called while the module is on screen
 */
export async function visit(key: string, base: string, mount: Mount, timeout: number, onShow: () => Promise<void>) {
  const { portal, calls, release } = createPortalDouble({ styleNonce: getStyleNonce() }, () => {});
  const element = document.createElement('div');
  element.setAttribute(moduleAttribute, key);
  document.querySelector('main')?.append(element);
  const started = watchDocument();
  // Libraries mark their presence by globals that start with two underscores: those are ignored.
  const newGlobals = rememberGlobals((name) => name.startsWith('__'));
  const failures: CheckFailure[] = [];
  const fail = (step: CheckFailure['step']) => (error: unknown) =>
    void failures.push({ step, message: getMessage(error) });

  const props = { key, basePath: `/${key}`, element, portal, onCrash: fail('crash') };
  const mounted = await withTimeout(mount(props), timeout, () => createLateError(timeout)).catch(fail('mount'));
  await awaitQuiet();
  if (mounted) {
    await onShow();
    await withTimeout(mounted.unmount(), unmountTimeout, () => createLateError(unmountTimeout)).catch(fail('unmount'));
  }
  release();

  // Read before the element is removed: the portal empties it anyway.
  const toTrace = ({ description, error }: Leftover): Trace => ({ description, place: findPlace(error?.stack, base) });
  const traces = started.end().map(toTrace);
  const globals = newGlobals().map((name): Trace => ({ description: describeGlobal(name) }));
  element.remove();
  // A module whose mount failed cannot clean up.
  const left = mounted ? { traces, globals } : { traces: [], globals: [] };
  return { failures, ...left, reports: calls.report.map(getMessage) };
}

/** Time without requests after which a page counts as quiet, in milliseconds. */
const quietTime = 300;
/** Timeout for a quiet page, in milliseconds: some modules poll. */
const quietTimeout = 5_000;

/** Waits until the page makes no more requests: lazy chunks and effects come after the first commit. */
export async function awaitQuiet(): Promise<void> {
  const deadline = Date.now() + quietTimeout;
  for (let before = -1; before !== countFetched() && Date.now() < deadline; ) {
    before = countFetched();
    await new Promise((resolve) => setTimeout(resolve, quietTime));
  }
}

function countFetched(): number {
  return performance.getEntriesByType('resource').length;
}

/**
 * Finds the innermost call in a stack that a file of the module made, such as `https://…/orders.js:1:2345`.
 * @param base the address of the module's folder, with a slash at the end
 */
export function findPlace(stack = '', base: string): string | undefined {
  return stack.match(/[a-z][a-z\d+.-]*:\/\/\S*?:\d+:\d+/gi)?.find((place) => place.startsWith(base));
}

export type Trace = ModuleObservation['leftovers'][number];

interface VisitTraces {
  readonly traces: readonly Trace[];
  readonly globals: readonly Trace[];
}

/**
 * Separates what a module leaves at every visit, which grows, from what one of its libraries starts once and keeps. A
 * global cannot grow.
 */
export function compareVisits(visits: readonly VisitTraces[]): { leftovers: Trace[]; kept: Trace[] } {
  const leftovers = unique(visits.length > 1 ? (visits.at(-1)?.traces ?? []) : []);
  const all = visits.flatMap(({ globals, traces }) => [...traces, ...globals]);
  return { leftovers, kept: unique([...leftovers, ...all]).slice(leftovers.length) };
}

/** Returns the values with different JSON, in their order. */
export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
