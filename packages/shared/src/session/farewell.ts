type Farewell = (accessToken: string) => Promise<void>;

/** What signing out waits for at most, in milliseconds. */
const farewellLimit = 1_000;

const farewells = new Set<Farewell>();

/**
 * Has something done as the user signs out in this tab, with the access token while it is good. The screen does not wait
 * for it, the end of the session at the server does for a moment.
 * @returns takes it back
 */
export function beforeSignOut(farewell: Farewell): () => void {
  farewells.add(farewell);
  return () => void farewells.delete(farewell);
}

/** Never throws. */
export async function sayFarewell(accessToken: string): Promise<void> {
  if (!accessToken || farewells.size === 0) return;
  const said = Promise.allSettled([...farewells].map((farewell) => farewell(accessToken)));
  await Promise.race([said, new Promise((resolve) => setTimeout(resolve, farewellLimit))]);
}
