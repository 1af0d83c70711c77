import { Validator } from '@cfworker/json-schema';
import type { Declarations, EventSender, SubscribeOptions } from '@portico/contract';
import * as v from 'valibot';
import { sessionAtom } from '../session/session-state';
import { store } from '../store';
import { findDeclarations, isModuleOverridden } from './declarations';

// Loads late: few modules use events, and the validator is large.

/** The maximum length of a payload as JSON, in characters. */
const maxLength = 64 * 1024;

const eventSchema = v.object({
  module: v.string(),
  name: v.string(),
  json: v.pipe(v.string(), v.maxLength(maxLength)),
});

/** An event of a module, with its payload as JSON. */
type ModuleEvent = v.InferOutput<typeof eventSchema>;

/** An event from another tab, with the user of that tab. */
const messageSchema = v.object({ ...eventSchema.entries, email: v.pipe(v.string(), v.nonEmpty()) });

interface Subscription extends SubscribeOptions {
  readonly name: string;
  readonly deliver: (json: string, sender: EventSender) => void;
}

type DeclaredEvent = NonNullable<Declarations['events']>[string];

const subscriptions = new Set<Subscription>();

/** The last event of each module and name, the latest at the end. */
const lastEvents = new Map<string, ModuleEvent>();

let { email: user } = store.get(sessionAtom);
store.sub(sessionAtom, () => {
  const { email } = store.get(sessionAtom);
  if (email !== user) lastEvents.clear();
  user = email;
});

const channel = new BroadcastChannel('portico:events');
channel.onmessage = ({ data }) => {
  const message = v.safeParse(messageSchema, data);
  if (!message.success || message.output.email !== user) return;
  const { email: _, ...event } = message.output;
  // This tab may have another version of the module.
  if (findRefusal(event) === undefined && findDeclared(event)?.tabs === 'all') deliver(event);
};

/** Sends an event of a module, or throws a TypeError that says why the module may not send it. */
export function publish(event: ModuleEvent): void {
  const refusal = findRefusal(event);
  if (refusal !== undefined) throw new TypeError(`The event "${event.name}" of "${event.module}" ${refusal}.`);
  deliver(event);
  if (findDeclared(event)?.tabs === 'all' && user !== '') channel.postMessage({ ...event, email: user });
}

/** Adds a subscription, which gets the last event if it asks for it. Returns a function that ends it. */
export function subscribe(subscription: Subscription): () => void {
  subscriptions.add(subscription);
  const last = [...lastEvents.values()].findLast((event) => isFor(subscription, event));
  if (subscription.last && last) subscription.deliver(last.json, { module: last.module });
  return () => subscriptions.delete(subscription);
}

function deliver(event: ModuleEvent): void {
  const key = `${event.module} ${event.name}`;
  lastEvents.delete(key);
  lastEvents.set(key, event);
  for (const subscription of subscriptions) {
    if (isFor(subscription, event)) subscription.deliver(event.json, { module: event.module });
  }
}

function isFor({ from, name }: Subscription, event: ModuleEvent): boolean {
  return name === event.name && (from === undefined || from === event.module);
}

function findRefusal({ module, name, json }: ModuleEvent): string | undefined {
  if (json.length > maxLength) return `has more than ${maxLength / 1024} KB`;
  const declared = findDeclared({ module, name });
  if (!declared) return 'is not declared in "events" of its package.json';
  try {
    const { valid, errors } = getValidator(declared).validate(JSON.parse(json));
    const last = errors.at(-1);
    return valid ? undefined : `does not fit its schema at ${last?.instanceLocation}: ${last?.error}`;
  } catch (error) {
    // Another tab may send anything, and a schema may refer to what it does not contain.
    return `cannot be checked: ${error instanceof Error ? error.message : error}`;
  }
}

const unchecked: DeclaredEvent = { schema: true, tabs: 'all' };
const named = new Set<string>();

/** Finds what the version of the module declares. An override has no publication, so all its events are allowed. */
function findDeclared({ module, name }: Pick<ModuleEvent, 'module' | 'name'>): DeclaredEvent | undefined {
  const { events = {} } = findDeclarations(module);
  if (!isModuleOverridden(module)) return Object.hasOwn(events, name) ? events[name] : undefined;
  if (!named.has(name)) console.info(`[portico] "${module}" is overridden, so its event "${name}" has no schema here.`);
  named.add(name);
  return unchecked;
}

const validators = new WeakMap<DeclaredEvent, Validator>();

function getValidator(declared: DeclaredEvent): Validator {
  const known = validators.get(declared) ?? new Validator(declared.schema, '2020-12');
  validators.set(declared, known);
  return known;
}
