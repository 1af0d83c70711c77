type SignOutHook = (accessToken: string) => Promise<void>;

/** How long signing out waits for the hooks, in milliseconds. */
const hooksTimeout = 1_000;

const hooks = new Set<SignOutHook>();

/**
 * Runs a hook when the user signs out in this tab, with the access token while it is still valid. The screen does not
 * wait for it; the end of the session on the server waits for a second at most.
 * @returns a function that removes the hook
 */
export function beforeSignOut(hook: SignOutHook): () => void {
  hooks.add(hook);
  return () => void hooks.delete(hook);
}

/** Never throws. */
export async function runSignOutHooks(accessToken: string): Promise<void> {
  if (!accessToken || hooks.size === 0) return;
  const done = Promise.allSettled([...hooks].map((hook) => hook(accessToken)));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, hooksTimeout))]);
}
