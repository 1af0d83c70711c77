/** A notification is late rather than without its own picture, but not by more, in milliseconds. */
const lookLimit = 1_000;

/** The picture of a module's notifications: its own for that, else its small logo; none without a module. */
export async function notificationIcon(module: string): Promise<string | undefined> {
  if (!/^[a-z0-9-]+$/.test(module)) return undefined;
  const folder = `/media/apps/${module}`;
  const own = `${folder}/notification.png`;
  return (await isThere(own)) ? own : `${folder}/logo_mini.png`;
}

async function isThere(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(lookLimit) })).ok;
  } catch {
    return false;
  }
}
