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
    const redirected = new Proxy(original, {
      construct(target, [address, ...rest], newTarget) {
        const { href } = new URL(String(address), location.href);
        const own = href.startsWith(base) ? location.origin + folder + href.slice(base.length) : address;
        return Reflect.construct(target, [own, ...rest], newTarget);
      },
    });
    Reflect.set(window, name, redirected);
  }
}
