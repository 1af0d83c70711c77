import { pushStoreName } from '@portico/contract';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

const bindingSchema = v.object({
  recipient: text,
  unreadableText: text,
  registered: v.optional(
    v.object({ token: text, endpoint: text, vapidKey: text, appId: text, registeredAt: v.number() }),
  ),
});

/**
 * The user whose pushes this browser shows. `recipient` is their `computePushRecipient`; `unreadableText`, in their
 * language, is shown for a push that cannot be read; `registered` is set once the server has accepted the token.
 */
export type PushBinding = v.InferOutput<typeof bindingSchema>;

const bindingKey = '/portico-push/binding';
const openedPrefix = '/portico-push/opened/';

// A cache, because page and service worker can both access it, and one call deletes all of it.
const openStore = () => caches.open(pushStoreName);

export async function readBinding(): Promise<PushBinding | undefined> {
  const stored = await caches.match(bindingKey, { cacheName: pushStoreName });
  const binding = v.safeParse(bindingSchema, await stored?.json().catch(() => undefined));
  return binding.success ? binding.output : undefined;
}

export async function writeBinding(binding: PushBinding): Promise<void> {
  await (await openStore()).put(bindingKey, Response.json(binding));
}

export async function deleteBinding(): Promise<void> {
  await caches.delete(pushStoreName);
}

/** Records that a notification was opened outside of the portal, until a page marks it as read. */
export async function addOpened(id: string): Promise<void> {
  await (await openStore()).put(openedPrefix + encodeURIComponent(id), new Response());
}

/** Takes the ids of opened notifications; each id is returned to one caller alone. */
export async function takeOpened(): Promise<string[]> {
  if (!(await caches.has(pushStoreName))) return [];
  const store = await openStore();
  const paths = (await store.keys()).map(({ url }) => new URL(url).pathname);
  const opened = paths.filter((path) => path.startsWith(openedPrefix));
  const taken = await Promise.all(opened.map((path) => store.delete(path)));
  return opened.filter((_, index) => taken[index]).map((path) => decodeURIComponent(path.slice(openedPrefix.length)));
}
