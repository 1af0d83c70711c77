/**
 * Starts workers from the origin of the page, because browsers require it. A portal has the files of its modules there;
 * the check serves them from another origin to detect addresses below the root.
 * @param base the address of the module's folder, with a slash at the end
 * @param folder the path of the same files on the page's origin, with a slash at the end
 */
export function redirectWorkers(base: string, folder: string): void {
  for (const name of ['Worker', 'SharedWorker'] as const) {
    const original: unknown = Reflect.get(window, name);
    if (typeof original !== 'function') continue;
    const construct = (target: object, [address, ...rest]: unknown[], newTarget: object) => {
      const { href } = new URL(String(address), location.href);
      const own = href.startsWith(base)
        ? new URL(href.slice(base.length), new URL(folder, location.origin)).href
        : address;
      return Reflect.construct(target as new () => object, [own, ...rest], newTarget as new () => object);
    };
    Object.defineProperty(window, name, {
      value: new Proxy(original, { construct }),
      configurable: true,
      writable: true,
    });
  }
}
