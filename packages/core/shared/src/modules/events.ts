import type { EventHandler, EventName, EventSender, SubscribeOptions } from '@portico/contract';
import { listen } from '../page/browser-events';
import { createLazy } from '../parcel/lazy';
import { sessionAtom } from '../session/session-state';
import { store } from '../store';

const exchange = createLazy(() => import(/* webpackChunkName: "module-events" */ './event-exchange'));

/**
 * Sends an event of a module to the subscribers in this tab or in all tabs of the user, as its version declares it.
 * Rejects with a TypeError, and sends nothing, if the module may not send it.
 */
export async function publishEvent(module: string, name: string, payload: unknown): Promise<void> {
  const { email } = store.get(sessionAtom);
  // Copied before anything is awaited: the module may change it afterwards.
  const json = toJson(module, name, payload);
  const { publish } = await exchange.load();
  // The user may have signed out meanwhile.
  if (store.get(sessionAtom).email === email) publish({ module, name, json });
}

function toJson(module: string, name: string, payload: unknown): string {
  try {
    const json = JSON.stringify(payload ?? null);
    if (json !== undefined) return json;
  } catch (cause) {
    throw new TypeError(`The event "${name}" of "${module}" has no JSON value as its payload.`, { cause });
  }
  throw new TypeError(`The event "${name}" of "${module}" has no JSON value as its payload.`);
}

/** Subscribes to an event of the portal or of modules. `report` receives the errors of the handler. */
export function subscribeToEvent<Name extends EventName>(
  name: Name,
  handler: EventHandler<Name>,
  options: SubscribeOptions,
  report: (error: unknown) => void,
): () => void {
  if (/^(container|module):/.test(name)) {
    return listen(window, [name], (event) => {
      if (event instanceof CustomEvent) Reflect.apply(handler, undefined, [event.detail]);
    });
  }
  let isOver = false;
  let end = () => {};
  const deliver = async (json: string, sender: EventSender) => {
    // Each handler gets a copy of its own. The handler may return a promise.
    if (!isOver) await Reflect.apply(handler, undefined, [JSON.parse(json), sender]);
  };
  const subscription = {
    ...options,
    name,
    deliver: (...event: Parameters<typeof deliver>) => void deliver(...event).catch(report),
  };
  const start = async () => {
    try {
      const { subscribe } = await exchange.load();
      if (!isOver) end = subscribe(subscription);
    } catch (error) {
      if (navigator.onLine) report(error);
      else window.addEventListener('online', start, { once: true });
    }
  };
  void start();
  return () => {
    isOver = true;
    end();
  };
}
