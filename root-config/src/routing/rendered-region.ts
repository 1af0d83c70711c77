import type { Mount, MountProps } from '@portico/module-kit/mounting';
import {
  appsAtom,
  currentAppKeyAtom,
  failedRegionsAtom,
  localeAtom,
  sessionAtom,
  store,
  themeAtom,
  whenIdle,
} from '@portico/shared';

/** How long a region that the page host rendered waits for a module that is slow, in milliseconds. */
const startTimeout = 1_000;

/** What the page host rendered the waiting regions from. */
const rendered = new WeakMap<HTMLElement, string>();

/** Whether the page host rendered the region and its script has not taken it over yet. */
export function isRendered(region: HTMLElement): boolean {
  return region.querySelector(':scope > [data-rendered]') !== null;
}

/**
 * Starts a region that the page host rendered above a module: when the module or its failure is on screen, when it is
 * slow, or when the user points at, focuses or clicks the region.
 */
export function startAfterModule(region: HTMLElement, key: string, start: () => void): void {
  rendered.set(region, describe(key));
  for (const type of ['pointerover', 'focusin', 'click']) region.addEventListener(type, start, { once: true });
  whenIdle(start);
  setTimeout(start, startTimeout);
  if (region.matches(':hover, :focus-within') || region.contains(window.porticoClicked ?? null)) start();
}

/**
 * Mounts a parcel into what the page host rendered for it, or in its place if the parcel will show something else by
 * now.
 */
export async function mountRendered(mount: Mount, props: MountProps): ReturnType<Mount> {
  const region = props.element.closest<HTMLElement>('[data-portico]');
  const before = region && rendered.get(region);
  if (region) rendered.delete(region);
  if (!before || before === describe(store.get(currentAppKeyAtom))) return mount(props);
  const { remount } = await import(/* webpackChunkName: "updates" */ './remount');
  return remount(mount, props);
}

/** All that the bar shows before a click, of one user: for another one the page reloads. */
function describe(key: string | undefined): string {
  const apps = store.get(appsAtom);
  const { module, name, logo } = apps.find((app) => app.module === key) ?? {};
  const { status } = store.get(sessionAtom);
  const { bell } = store.get(failedRegionsAtom);
  return [status, apps.length > 1, module, name, logo, !bell, store.get(localeAtom), store.get(themeAtom)].join();
}
