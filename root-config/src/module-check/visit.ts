import { rememberGlobals } from '@portico/module-kit/leftovers';
import type { Mount } from '@portico/module-kit/mounting';
import { createPortalDouble } from '@portico/module-kit/testing/portal-double';
import { watchDocument } from '@portico/module-kit/testing/watch-document';
import { unmountLimit, withinTimeLimit } from '../module-host/time-limit';
import { type Fault, messageOf } from './fault';
import { settled } from './settled';

interface Visit {
  readonly faults: Fault[];
  readonly leftovers: string[];
  readonly reports: string[];
}

/** Opens a module in an element of its own, waits until it is at rest, and leaves it. */
export async function visit(key: string, mount: Mount, timeLimit: number): Promise<Visit> {
  const { portal, calls, release } = createPortalDouble({}, () => {});
  const element = document.createElement('div');
  document.querySelector('main')?.append(element);
  const begun = watchDocument();
  // By those with two underscores libraries say that they are there, for good.
  const newGlobals = rememberGlobals((name) => name.startsWith('__'));
  const faults: Fault[] = [];
  const fail = (step: Fault['step']) => (error: unknown) => void faults.push({ step, message: messageOf(error) });

  const props = { key, basePath: `/${key}`, element, portal, onCrash: fail('crash') };
  const unmount = await withinTimeLimit(mount(props), timeLimit, () => new Error('it takes longer than 15 s')).catch(
    fail('mount'),
  );
  await settled();
  if (unmount) {
    await withinTimeLimit(unmount(), unmountLimit, () => new Error('it takes longer than 1 s')).catch(fail('unmount'));
  }
  release();

  const globals = newGlobals().map(({ description }) => description);
  // Its element is emptied by the portal, whatever is in it.
  const leftovers = [...begun.end(), ...globals];
  element.remove();
  // After a mount that failed nothing of it can be expected.
  return { faults, leftovers: unmount ? leftovers : [], reports: calls.report.map(messageOf) };
}
