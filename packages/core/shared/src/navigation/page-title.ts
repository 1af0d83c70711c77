import { atom } from 'jotai';
import { store } from '../store';

/**
 * What the page on screen calls itself in the title of the document; empty for the name of the screen or application.
 */
export const pageTitleAtom = atom('');
pageTitleAtom.debugLabel = 'pageTitle';

/** Names the page on screen. The shell forgets the name when another screen or application comes. */
export function setPageTitle(title: string): void {
  store.set(pageTitleAtom, title);
}
