import { listen } from '../listen';

/**
 * Tells when the permission to show notifications may have changed. Not every browser says so; then it shows when the user
 * is back from its settings.
 * @returns ends it
 */
export function onPermissionChange(hear: () => void): () => void {
  const undo = [listen(window, ['focus'], hear)];
  let isOver = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (status) => {
      if (!isOver) undo.push(listen(status, ['change'], hear));
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    for (const end of undo) end();
  };
}
