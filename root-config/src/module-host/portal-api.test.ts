import { hasUnsavedChanges } from '@portico/shared';
import { createPortalApi } from './portal-api';

test('unsaved changes of a module last until it withdraws them or is released', () => {
  const { portal, release } = createPortalApi(() => {});
  portal.setDirty(true);
  portal.setDirty(true);
  expect(hasUnsavedChanges()).toBe(true);
  portal.setDirty(false);
  expect(hasUnsavedChanges()).toBe(false);
  portal.setDirty(true);
  release();
  expect(hasUnsavedChanges()).toBe(false);
  portal.setDirty(true);
  expect(hasUnsavedChanges()).toBe(false);
});

test('a value that is not a boolean is reported and changes nothing', () => {
  const reported: unknown[] = [];
  const { portal, release } = createPortalApi((error) => reported.push(error));
  Reflect.apply(portal.setDirty, portal, ['yes']);
  expect(reported).toEqual([new TypeError('setDirty takes true or false, not yes.')]);
  expect(hasUnsavedChanges()).toBe(false);
  release();
});
