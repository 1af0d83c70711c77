import { createLazy, readPage } from '@portico/shared';

const leakWatch = createLazy(async () => {
  const { startLeakWatch } = await import(/* webpackChunkName: "leaks" */ './leak-watch');
  return startLeakWatch(readPage().state.isDeveloper === true);
});

/** Loads the watch of what modules leave, with the first module. If that fails, modules work without it. */
export async function loadLeakWatch(): Promise<void> {
  await leakWatch.load().catch(() => undefined);
}

/** Watches the next mount of a module or of a parcel of it; returns a function to call after the unmount. */
export function watchMount(name: string): (() => void) | undefined {
  return leakWatch.value?.watchMount(name);
}
