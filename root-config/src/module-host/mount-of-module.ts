import { type Mount, mountableOf } from '@portico/module-kit/mounting';
import { containerOf, exposedApp } from './container';

/**
 * How to mount the module of a key, by what its file exports or leaves behind; `undefined` when it is nothing that can
 * be mounted.
 */
export async function mountOfModule(key: string, exports: unknown): Promise<Mount | undefined> {
  const container = containerOf(key, exports);
  return mountableOf(container ? await exposedApp(container) : exports);
}
