import { createStore } from 'jotai';

/** The one store of the page: every bundle of the shell reads the same session, applications and settings. */
export const store = createStore();
