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
 * Whose pushes this browser shows. `recipient` is her `pushRecipientOf`; `unreadableText` stands for a push that cannot be
 * read, in her language; `registered` is there once the server has accepted the token.
 */
export type PushBinding = v.InferOutput<typeof bindingSchema>;

const bindingKey = '/portico-push/binding';
const openedPrefix = '/portico-push/opened/';

// A cache, because page and worker both reach it, and one call deletes it with everything in it.
const openStore = () => caches.open(pushStoreName);

export async function readBinding(): Promise<PushBinding | undefined> {
  const stored = await caches.match(bindingKey, { cacheName: pushStoreName });
  const binding = v.safeParse(bindingSchema, await stored?.json().catch(() => undefined));
  return binding.success ? binding.output : undefined;
}

export async function writeBinding(binding: PushBinding): Promise<void> {
  await (await openStore()).put(bindingKey, Response.json(binding));
}

export async function forgetBinding(): Promise<void> {
  await caches.delete(pushStoreName);
}

/** Notes that a notification was opened outside of the portal, until a page marks it read. */
export async function addOpened(id: string): Promise<void> {
  await (await openStore()).put(openedPrefix + encodeURIComponent(id), new Response());
}

/** What was opened; each one is given to one of those who ask, and once. */
export async function takeOpened(): Promise<string[]> {
  if (!(await caches.has(pushStoreName))) return [];
  const store = await openStore();
  const paths = (await store.keys()).map(({ url }) => new URL(url).pathname);
  const opened = paths.filter((path) => path.startsWith(openedPrefix));
  const taken = await Promise.all(opened.map((path) => store.delete(path)));
  return opened.filter((_, index) => taken[index]).map((path) => decodeURIComponent(path.slice(openedPrefix.length)));
}
