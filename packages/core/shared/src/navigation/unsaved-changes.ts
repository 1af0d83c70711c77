import type { SaveChanges } from '@portico/contract';
import { atom } from 'jotai';
import { useEffect } from 'react';
import { store } from '../store';
import { i18n } from '../texts/i18n';

/** The open question whether to discard unsaved changes. */
export interface LeaveQuestion {
  /** Answers the question: `true` leaves and discards the changes. */
  readonly answer: (leaves: boolean) => void;
  /**
   * Saves the changes and leaves, or stays if they could not be saved. Rejects after an unexpected error. Absent if some
   * changes cannot be saved.
   */
  readonly save?: (() => Promise<void>) | undefined;
}

/** The forms and modules with unsaved changes, and the functions that save them. */
const owners = new Map<object, SaveChanges | undefined>();

/** The open question. A component that reads this shows it; without one, the browser's own dialog asks. */
export const leaveQuestionAtom = atom<LeaveQuestion>();
leaveQuestionAtom.debugLabel = 'leaveQuestion';

let hasDialog = false;
/** Whether the open question waits for a save. Then only the save answers it. */
let isSaving = false;
leaveQuestionAtom.onMount = () => {
  hasDialog = true;
  return () => {
    hasDialog = false;
    // The dialog is gone, so the user cannot answer.
    answerQuestion(false);
  };
};

/** Whether the user would lose something by leaving the screen. */
export function hasUnsavedChanges(): boolean {
  return owners.size > 0;
}

/** Sets whether a form or a module (any object) has unsaved changes, and what saves them when the user leaves. */
export function markUnsavedChanges(owner: object, isDirty: boolean, save?: SaveChanges): void {
  if (isDirty) owners.set(owner, save);
  else owners.delete(owner);
  if (owners.size > 0) {
    window.addEventListener('beforeunload', askBeforeUnload);
  } else {
    window.removeEventListener('beforeunload', askBeforeUnload);
    // Everything is saved, so the user can leave.
    if (!isSaving) answerQuestion(true);
  }
}

/** Discards all unsaved changes, because their user has left. Answers an open question with "stay". */
export function dropUnsavedChanges(): void {
  answerQuestion(false);
  for (const owner of owners.keys()) markUnsavedChanges(owner, false);
}

/** Asks whether to discard unsaved changes. Returns whether the user leaves; `false` while another question is open. */
export async function confirmLeaving(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  if (store.get(leaveQuestionAtom)) return false;
  const leaves = hasDialog ? await askInDialog() : window.confirm(i18n.t('unsaved.title'));
  if (leaves) dropUnsavedChanges();
  return leaves;
}

function askInDialog(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      if (store.get(leaveQuestionAtom) !== question) return;
      store.set(leaveQuestionAtom, undefined);
      isSaving = false;
      resolve(leaves);
    };
    const canSave = [...owners.values()].every((save) => save);
    const save = () => {
      isSaving = true;
      return saveAll().then(answer, (error: unknown) => {
        // The user has signed out meanwhile: ignore the error.
        if (store.get(leaveQuestionAtom) !== question) return;
        answer(false);
        throw error;
      });
    };
    const question = { answer, save: canSave ? save : undefined };
    store.set(leaveQuestionAtom, question);
  });
}

/** Saves all changes, and returns whether everything is saved. */
async function saveAll(): Promise<boolean> {
  for (const save of [...owners.values()]) if (!(await save?.())) return false;
  return true;
}

function answerQuestion(leaves: boolean): void {
  store.get(leaveQuestionAtom)?.answer(leaves);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Asks the user before they leave a form that `isDirty`. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    markUnsavedChanges(form, true);
    return () => markUnsavedChanges(form, false);
  }, [isDirty]);
}
