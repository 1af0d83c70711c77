import { listen, sessionAtom, store } from '@portico/shared';
import * as v from 'valibot';

const tabSchema = v.pipe(v.string(), v.nonEmpty());

/** Messages between the tabs of one user, to agree which tab shows a notification. */
const messageSchema = v.variant('type', [
  /** The tab is open; `focusedAt` is its last focus in milliseconds since 1970, 0 for never. */
  v.object({ type: v.literal('HERE'), tab: tabSchema, focusedAt: v.number() }),
  /** The tab has just joined, and asks the others for `HERE`. */
  v.object({ type: v.literal('WHO'), tab: tabSchema }),
  /** The tab is closed, frozen or in the back-forward cache. */
  v.object({ type: v.literal('GONE'), tab: tabSchema }),
  /** The tab shows this notification. */
  v.object({ type: v.literal('TAKEN'), tab: tabSchema, id: v.string() }),
]);

type TabMessage = v.InferOutput<typeof messageSchema>;

/** The tabs of the user in this browser, from `joinTabs` on. */
export interface Tabs {
  /**
   * Runs a task once, in one of the tabs that call this with the same id: the one that has the focus, else the one that
   * had it last. A tab that disappeared without a message delays that by a moment.
   */
  runInOneTab(id: string, task: () => void): void;
  leave(): void;
}

/** Delay between one tab in the queue and the next, in milliseconds. */
const queueStep = 60;
const longestQueue = 3;
const maxTakenIds = 200;
/** Time for a claim to reach every tab, in milliseconds. */
const holdingTime = 2_000;

/** Joins the tabs of the user who is signed in. */
export function joinTabs(): Tabs {
  const tab = String(Math.random());
  const others = new Map<string, number>();
  const taken = new Set<string>();
  let focusedAt = 0;
  let hasLeft = false;

  const { post, close } = openTabChannel(receive);

  function receive(message: TabMessage): void {
    if (message.type === 'HERE') others.set(message.tab, message.focusedAt);
    if (message.type === 'GONE') others.delete(message.tab);
    if (message.type === 'TAKEN') addTaken(message.id);
    if (message.type === 'WHO') sayHere();
  }

  function sayHere(): void {
    if (document.hasFocus()) focusedAt = Date.now();
    post({ type: 'HERE', tab, focusedAt });
  }

  function addTaken(id: string): void {
    taken.add(id);
    const [oldest] = taken;
    if (taken.size > maxTakenIds && oldest !== undefined) taken.delete(oldest);
  }

  function findTabsAhead(): string[] {
    if (document.hasFocus()) return [];
    const isAhead = ([other, time]: [string, number]) => time > focusedAt || (time === focusedAt && other < tab);
    return [...others].filter(isAhead).map(([other]) => other);
  }

  const run = (id: string, task: () => void) =>
    claim(`portico:notification:${id}`, () => {
      if (hasLeft || taken.has(id)) return false;
      addTaken(id);
      post({ type: 'TAKEN', tab, id });
      task();
      return true;
    });

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
    runInOneTab(id, task) {
      const tabsAhead = findTabsAhead();
      if (tabsAhead.length === 0) return void run(id, task);
      setTimeout(() => {
        if (taken.has(id)) return;
        // None of them has answered. A slow one sends `HERE` at its next focus.
        for (const other of tabsAhead) others.delete(other);
        void run(id, task);
      }, queueStep * Math.min(tabsAhead.length, longestQueue));
    },
    leave() {
      if (hasLeft) return;
      hasLeft = true;
      for (const end of undo) end();
      sayGone();
      close();
    },
  };
}

/**
 * Runs a task unless another tab has just claimed the same name. Without Web Locks (no secure context, or a
 * browser that may store nothing) it always runs.
 * @param task returns whether it ran; if not, another tab may claim the name
 */
async function claim(name: string, task: () => boolean): Promise<void> {
  if (!navigator.locks) return void task();
  const claiming = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock || !task()) return;
    await new Promise((resolve) => setTimeout(resolve, holdingTime));
  });
  await claiming.catch((error: unknown) => {
    const isDenied = error instanceof DOMException && error.name === 'SecurityError';
    if (!isDenied) throw error;
    task();
  });
}

/** Opens the channel between the tabs of the user who is signed in; anything else that is posted there is ignored. */
export function openTabChannel(onMessage: (message: TabMessage) => void) {
  const channel = new BroadcastChannel(`portico:notifications:${store.get(sessionAtom).email}`);
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (message.success) onMessage(message.output);
  };
  return { post: (message: TabMessage) => channel.postMessage(message), close: () => channel.close() };
}
