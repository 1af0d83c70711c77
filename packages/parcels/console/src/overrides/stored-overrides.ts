/** An override of this browser. */
export interface StoredOverride {
  readonly name: string;
  readonly address: string;
}

// The storage of import-map-overrides, and the cookie of the portal (docs/operating.md).
const prefix = 'import-map-override:';
const switchedOn = /(?:^|; )portico-overrides=on(?:;|$)/;

/** Whether this browser has overrides switched on. */
export function areOverridesOn(): boolean {
  return switchedOn.test(document.cookie);
}

/** Lists the overrides of this browser, by name. Only the developer's dialog changes them. */
export function listStoredOverrides(): readonly StoredOverride[] {
  return Object.entries({ ...localStorage })
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, address]) => ({ name: key.slice(prefix.length), address: String(address) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Opens the developer's dialog: the question about an override, or the overrides.
 * @returns false if the portal allows none
 */
export function openDeveloperDialog(override?: StoredOverride): Promise<boolean> {
  const link = override ? encodeURIComponent(`${override.name},${override.address}`) : '';
  return new Promise((resolve) => {
    // The shell listens since its start. It removes the fragment that it follows.
    window.addEventListener(
      'hashchange',
      () => {
        const isFollowed = location.hash === '';
        if (!isFollowed) history.replaceState(history.state, '', location.pathname + location.search);
        resolve(isFollowed);
      },
      { once: true },
    );
    location.hash = `portico-override=${link}`;
  });
}
