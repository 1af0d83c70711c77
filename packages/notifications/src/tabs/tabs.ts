import { accountPart, type TabMessage } from '@portico/shared';
import { listen } from '../listen';
import { claim } from './claim';

/** The tabs of the user in this browser, from `joinTabs` on. */
export interface Tabs {
  /**
   * Runs a task in one of the tabs that were told to with this id, and once: in the one that has the focus, else in the one
   * that had it last. One that is gone without a word costs the next one a moment.
   */
  inOne(id: string, task: () => void): void;
  leave(): void;
}

/** How much sooner each tab acts than the next, in milliseconds; the last one waits no longer than three of them. */
const headStart = 60;
const longestQueue = 3;
const rememberedIds = 200;

/** Joins the tabs of the user who is signed in. */
export function joinTabs(): Tabs {
  const tab = crypto.randomUUID();
  const others = new Map<string, number>();
  const taken = new Set<string>();
  const waiting = new Set<ReturnType<typeof setTimeout>>();
  let focusedAt = 0;

  const { post, close } = accountPart.get().openTabChannel(hear);
  let hasLeft = false;

  function hear(message: TabMessage): void {
    if (message.type === 'HERE') others.set(message.tab, message.focusedAt);
    if (message.type === 'GONE') others.delete(message.tab);
    if (message.type === 'TAKEN') remember(message.id);
    if (message.type === 'WHO') sayHere();
  }

  function sayHere(): void {
    if (document.hasFocus()) focusedAt = Date.now();
    post({ type: 'HERE', tab, focusedAt });
  }

  function remember(id: string): void {
    taken.add(id);
    const [oldest] = taken;
    if (taken.size > rememberedIds && oldest !== undefined) taken.delete(oldest);
  }

  const ahead = () => [...others].filter(([other, time]) => time > focusedAt || (time === focusedAt && other < tab));

  async function act(id: string, task: () => void): Promise<void> {
    await claim(`portico:notification:${id}`, () => {
      if (hasLeft || taken.has(id)) return;
      remember(id);
      post({ type: 'TAKEN', tab, id });
      task();
    });
  }

  function actLater(id: string, task: () => void, queue: readonly string[]): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      if (taken.has(id)) return;
      // None of them spoke up; whoever is only slow says so at the next focus.
      for (const other of queue) others.delete(other);
      void act(id, task);
    }, headStart * Math.min(queue.length, longestQueue));
    waiting.add(timer);
  }

  const sayGone = () => post({ type: 'GONE', tab });
  const undo = [
    listen(window, ['focus', 'pageshow'], sayHere),
    listen(document, ['resume'], sayHere),
    listen(window, ['pagehide'], sayGone),
    listen(document, ['freeze'], sayGone),
  ];
  post({ type: 'WHO', tab });
  sayHere();

  return {
    inOne(id, task) {
      if (taken.has(id)) return;
      const queue = ahead().map(([other]) => other);
      if (document.hasFocus() || queue.length === 0) void act(id, task);
      else actLater(id, task, queue);
    },
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      for (const end of undo) end();
      for (const timer of waiting) clearTimeout(timer);
      sayGone();
      close();
    },
  };
}
