import { useEffect } from 'react';
import { markUnsavedChanges } from './unsaved-changes';

/** For a form: while `isDirty` and on screen, leaving it in any way asks first. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    markUnsavedChanges(form, true);
    return () => markUnsavedChanges(form, false);
  }, [isDirty]);
}
