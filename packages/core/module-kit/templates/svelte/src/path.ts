import { readable } from 'svelte/store';

/** The path below the base path, as a store that follows the address. */
export function followPath(basePath: string) {
  const read = () => location.pathname.slice(basePath.length);
  return readable(read(), (set) => {
    const follow = () => set(read());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  });
}
