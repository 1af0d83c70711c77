import { appsAtom, createLazy, store, whenIdle } from '@portico/shared';

const file = createLazy(() => import(/* webpackChunkName: "modules" */ './module-support'));

/** The part of the host that only modules of teams need. Loading it prepares the page for their scripts. */
export const moduleSupport = createLazy(async () => {
  const { prepareForModules, ...parts } = await file.load();
  return { ...parts, ...prepareForModules() };
});

/** Loads its file in the background once the user has applications. */
export function preloadModuleSupport(): void {
  store.sub(appsAtom, () => whenIdle(() => void file.load().catch(() => undefined)));
}
