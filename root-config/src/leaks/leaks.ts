import { readPage } from '@portico/shared';
import type { LeakWatch } from './leak-watch';

let watch: LeakWatch | undefined;
let starting: Promise<void> | undefined;

/** Sees to it that the modules of developers are watched; resolves once they are. Everybody else pays nothing. */
export function watchForLeaks(): Promise<void> {
  starting ??= start();
  return starting;
}

/** A module is about to be mounted; the function it returns is called once, when it is unmounted. */
export function noteMount(name: string): () => void {
  return watch?.enter(name) ?? (() => {});
}

async function start(): Promise<void> {
  if (!readPage().state.isDeveloper) return;
  const { startLeakWatch } = await import(/* webpackChunkName: "leaks" */ './leak-watch');
  watch = startLeakWatch();
}
