/** Adds the part of `CacheStorage` that push uses; neither Node nor jsdom has it. */
export function supportCaches(): void {
  const stores = new Map<string, Map<string, string>>();
  const getAddress = (path: string) => new URL(path, 'http://localhost').href;
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, string>();
    stores.set(name, store);
    return {
      put: async (path: string, response: Response) => void store.set(getAddress(path), await response.text()),
      delete: async (path: string) => store.delete(getAddress(path)),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    };
  };
  Object.assign(globalThis, {
    caches: {
      open: async (name: string) => open(name),
      has: async (name: string) => stores.has(name),
      delete: async (name: string) => stores.delete(name),
      match: async (path: string, { cacheName }: { cacheName: string }) => {
        const text = stores.get(cacheName)?.get(getAddress(path));
        return text === undefined ? undefined : new Response(text);
      },
    },
  });
}
