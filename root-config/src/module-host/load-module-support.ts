import { appsAtom, createLazy, store, whenIdle } from '@portico/shared';

/** The file with the part of the host that only modules of teams need. */
export const moduleSupportFile = createLazy(() => import(/* webpackChunkName: "modules" */ './module-support'));

/** That part of the host. Loading it prepares the page for the scripts of modules, so the shell has to run before. */
export const moduleSupport = createLazy(async () => {
  const { prepareForModules, ...parts } = await moduleSupportFile.load();
  return { ...parts, ...prepareForModules() };
});

/** Loads its file in the background once the user has applications. */
export function preloadModuleSupport(): void {
  store.sub(appsAtom, () => whenIdle(() => void moduleSupportFile.load().catch(() => undefined)));
}
