import { accountPart } from '@portico/shared';

/** Ends the push of a browser that can, or may, have it no longer: its permission or the configuration was taken back. */
export async function dropPush(): Promise<void> {
  if (!('caches' in window) || !(await caches.has(accountPart.get().pushStoreName))) return;
  const { unbindPush } = await import(/* webpackChunkName: "push" */ './unbind-push');
  await unbindPush();
}
