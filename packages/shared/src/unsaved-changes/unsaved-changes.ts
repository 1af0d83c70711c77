import { type Atom, atom } from 'jotai';
import { translations } from '../i18n/i18n';
import { store } from '../store';

/** The question whether to leave unsaved changes, while it is open. */
export interface LeaveQuestion {
  /** Answers it: `true` leaves, and the changes are given up. */
  readonly answer: (leaves: boolean) => void;
}

const owners = new Set<object>();
const questionAtom = atom<LeaveQuestion>();
questionAtom.debugLabel = 'leaveQuestion';

/** The question that is open. Whoever reads this shows it; while nobody does, the browser's own dialog asks. */
export const leaveQuestionAtom: Atom<LeaveQuestion | undefined> = questionAtom;

let hasDialog = false;
questionAtom.onMount = () => {
  hasDialog = true;
  return () => {
    hasDialog = false;
    // Nobody can answer any more.
    answerQuestion(false);
  };
};

/** Whether something on screen would be lost by leaving it. */
export function hasUnsavedChanges(): boolean {
  return owners.size > 0;
}

/** Says of a form or a module, by an object that stands for it, whether it has unsaved changes from now on. */
export function markUnsavedChanges(owner: object, isDirty: boolean): void {
  if (isDirty) owners.add(owner);
  else owners.delete(owner);
  if (owners.size > 0) {
    window.addEventListener('beforeunload', askBeforeUnload);
  } else {
    window.removeEventListener('beforeunload', askBeforeUnload);
    // Saved meanwhile: nothing is lost by leaving.
    answerQuestion(true);
  }
}

/** Gives all unsaved changes up, because their user is gone; nobody leaves by a question that was open. */
export function dropUnsavedChanges(): void {
  answerQuestion(false);
  for (const owner of owners) markUnsavedChanges(owner, false);
}

/**
 * Asks whether to leave what is not saved; at once `true` when everything is. `true` means that the user leaves, and
 * nothing is unsaved any more. An attempt to leave while the question is open gets `false`.
 */
export async function confirmLeaving(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  if (store.get(questionAtom)) return false;
  const leaves = hasDialog ? await askInDialog() : window.confirm(translations.t('unsaved.title'));
  if (leaves) dropUnsavedChanges();
  return leaves;
}

function askInDialog(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      store.set(questionAtom, undefined);
      resolve(leaves);
    };
    store.set(questionAtom, { answer });
  });
}

function answerQuestion(leaves: boolean): void {
  store.get(questionAtom)?.answer(leaves);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
