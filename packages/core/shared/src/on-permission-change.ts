// An entry of its own, bundled into each parcel that needs it: `index.ts` loads before sign-in.
import { listen } from './events/listen';

/**
 * Calls `onChange` when the permission to show notifications may have changed. Not every browser reports that; then it
 * is noticed when the user returns from the settings.
 * @returns stops it
 */
export function onPermissionChange(onChange: () => void): () => void {
  const undo = [listen(window, ['focus'], onChange)];
  let isOver = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => {
      if (!isOver) undo.push(listen(status, ['change'], onChange));
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    for (const end of undo) end();
  };
}
