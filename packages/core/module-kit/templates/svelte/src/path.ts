import { readable } from 'svelte/store';

/** A store of the current path below the base path. */
export function followPath(basePath: string) {
  const read = () => location.pathname.slice(basePath.length);
  return readable(read(), (set) => {
    const follow = () => set(read());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  });
}
